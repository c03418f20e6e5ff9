// The index of an element found is counted from another table.
#include <stdio.h>
#include <string.h>

static const char vowels[] = "aeiou", others[] = "yw";

int main(void) {
    int c = getchar();
    if (c == EOF || c == '\0')
        return 1;
    const char *table = vowels;
    const char *hit = strchr(vowels, c);
    if (hit == NULL) {
        hit = strchr(others, c);
        table = others;
    }
    if (hit == NULL)
        return 1;
    printf("%d\n", (int)(hit - table));
    return 0;
}
