// A length that is checked against the upper bound only.
#include <stdio.h>
#include <string.h>

int main(void) {
    static const char source[32] = "the quick brown fox";
    char target[32] = "";
    int length;
    if (scanf("%d", &length) != 1)
        return 1;
    if (length > 31)
        return 1;
    memcpy(target, source, length); // expect: negative-size
    puts(target);
    return 0;
}
