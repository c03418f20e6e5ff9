// There may be no memory for a text.
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *text;
    int len = asprintf(&text, "%d", 12);
    assert(len > 0); // expect: assertion-failed
    free(text);
    return 0;
}
