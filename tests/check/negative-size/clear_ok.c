// The tail of a buffer is cleared; the head may be too long.
#include <stdio.h>
#include <string.h>

static void clear_tail(char *buffer, int size, int head) {
    if (head <= size)
        memset(buffer, 0, size - head);
}

int main(void) {
    char buffer[10] = "123456789";
    clear_tail(buffer, 10, 4);
    clear_tail(buffer, 10, 11);
    puts(buffer);
    return 0;
}
