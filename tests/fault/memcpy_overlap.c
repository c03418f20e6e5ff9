// memcpy of overlapping ranges; the run goes on.
#include <string.h>
int main(void) {
    char s[16] = "abcdefgh";
    memcpy(s + 1, s, 4); // expect: overlapping-copy
    return 0;
}
