// A number that is no character is asked for its upper case.
#include <ctype.h>
#include <stdio.h>

int main(void) {
    int code;
    if (scanf("%d", &code) != 1)
        return 1;
    printf("%d\n", toupper(code)); // expect: library-misuse
    return 0;
}
