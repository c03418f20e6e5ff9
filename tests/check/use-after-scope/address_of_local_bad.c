// A function returns the address of its own buffer.
#include <stdio.h>

static const char *describe(int n) {
    char text[16];
    snprintf(text, sizeof text, "<%d>", n);
    const char *result = text;
    return result;
}

int main(void) {
    const char *text = describe(12);
    printf("%c\n", text[0]); // expect: use-after-scope
    return 0;
}
