// Library functions on symbolic strings and numbers.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
unsigned long test(unsigned a, unsigned b, unsigned long c) {
    char s[32], t[32];
    for (int i = 0; i < 8; i++)
        s[i] = (char)('a' + ((c >> (i * 4)) & 15));
    s[8] = 0;
    s[a & 7] = (char)(b & 1 ? 0 : 'Z');
    strcpy(t, s);
    strcat(t, "!");
    unsigned long r = strlen(t) * 100 + (unsigned long)(strcmp(s, t) < 0);
    r += (unsigned long)(strchr(t, 'd') != 0) * 7 + (unsigned long)(memcmp(s, "abcd", 4) > 0);
    r += (unsigned long)toupper((unsigned char)t[0]) + (unsigned long)(isalpha((unsigned char)t[1]) != 0);
    char *copy = malloc(strlen(t) + 1);
    if (!copy)
        return 0;
    memcpy(copy, t, strlen(t) + 1);
    r = r * 3 + (unsigned char)copy[0] + (unsigned long)abs((int)(b % 1000) - 500);
    free(copy);
    return r;
}
