// An error is returned as a pointer made of its number.
#include <stdint.h>
#include <stdio.h>

struct file {
    int size;
};

static struct file only = {12};

static struct file *lookup(int name) {
    if (name != 'a')
        return (struct file *)(intptr_t)-2;
    return &only;
}

static int is_error(const struct file *file) {
    return (uintptr_t)file >= (uintptr_t)-4095;
}

int main(void) {
    struct file *file = lookup(getchar());
    if (file == NULL || is_error(file))
        return 1;
    printf("%d\n", file->size);
    return 0;
}
