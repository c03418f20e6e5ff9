// A length in a header is used for the read of the rest.
#include <stdio.h>
#include <unistd.h>

int main(void) {
    signed char length;
    char body[128];
    if (read(0, &length, 1) != 1)
        return 1;
    ssize_t n = read(0, body, length); // expect: negative-size
    printf("%d\n", (int)n);
    return 0;
}
