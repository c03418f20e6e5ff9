// The length before a separator is measured from the original, not from the copy.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    const char *text = "user@host";
    char *copy = strdup(text);
    if (copy == NULL)
        return 1;
    char *at = strchr(copy, '@');
    if (at != NULL)
        printf("%d\n", (int)(at - copy));
    free(copy);
    return 0;
}
