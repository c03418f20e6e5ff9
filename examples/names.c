// Joins its arguments into a fixed buffer, and forgets room for the terminator.
#include <stdio.h>
#include <string.h>

static void join(char *out, size_t size, int count, char **words) {
    size_t used = 0;
    for (int i = 0; i < count; i++) {
        for (const char *p = words[i]; *p && used < size; p++)
            out[used++] = *p;
        if (i + 1 < count && used < size)
            out[used++] = ' ';
    }
    out[used] = '\0';
}

int main(int argc, char **argv) {
    char name[16];
    join(name, sizeof name, argc - 1, argv + 1);
    printf("hello, %s (%zu characters)\n", name, strlen(name));
    return 0;
}
