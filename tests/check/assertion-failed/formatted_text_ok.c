// There may be no memory for a text.
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *text;
    int len = asprintf(&text, "%d", 12);
    if (len < 0)
        return 1;
    assert(len > 0);
    free(text);
    return 0;
}
