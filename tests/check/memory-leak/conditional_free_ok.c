// What was allocated under one condition is freed under another.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int n;
    char *extra = NULL;
    if (scanf("%d", &n) != 1)
        return 1;
    if (n > 0)
        extra = malloc(10);
    puts(extra != NULL ? "with extra" : "plain");
    if (n > 0)
        free(extra);
    return 0;
}
