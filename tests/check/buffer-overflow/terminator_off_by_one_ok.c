// A line is read by hand; the terminator may need one byte more than there is.
#include <stdio.h>

int main(void) {
    char name[8];
    size_t n = 0;
    int c;
    while ((c = getchar()) != EOF && c != '\n' && n < sizeof name - 1)
        name[n++] = (char)c;
    name[n] = '\0';
    printf("hello, %s\n", name);
    return 0;
}
