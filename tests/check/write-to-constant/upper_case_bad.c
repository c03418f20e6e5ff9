// A string literal is changed in place.
#include <stdio.h>

static void capitalise(char *text) {
    if (text[0] >= 'a' && text[0] <= 'z')
        text[0] -= 'a' - 'A'; // expect: write-to-constant
}

int main(void) {
    char *name = "margay";
    capitalise(name);
    puts(name);
    return 0;
}
