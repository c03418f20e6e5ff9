// Multi-byte characters are counted; a cut one makes the walk jump over the terminator.
#include <stdio.h>

static int characters(const char *text) {
    int n = 0;
    const unsigned char *s = (const unsigned char *)text;
    while (*s != '\0') { // expect: out-of-bounds-read
        s += *s >= 0xe0 ? 3 : 1;
        n++;
    }
    return n;
}

int main(void) {
    char text[6] = "";
    if (fgets(text, sizeof text, stdin) == NULL)
        return 1;
    printf("%d\n", characters(text));
    return 0;
}
