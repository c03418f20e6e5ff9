// Padding is copied and never looked at; comparing structures by memory looks at it.
#include <stdio.h>
#include <string.h>

struct pair {
    char tag;
    int value;
};

int main(void) {
    struct pair a, b, copy;
    a.tag = b.tag = 't';
    a.value = b.value = 9;
    memcpy(&copy, &a, sizeof copy);
    if (memcmp(&copy, &b, sizeof copy) == 0) // expect: uninitialised-read
        puts("equal");
    return 0;
}
