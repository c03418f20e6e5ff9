// The check comes after the first use.
#include <stdio.h>

struct span {
    const char *start;
    int length;
};

static int length_of(const struct span *span) {
    int length = span->length; // expect: null-dereference
    if (span == NULL)
        return 0;
    return length;
}

int main(void) {
    struct span word = {"word", 4};
    printf("%d\n", length_of(&word));
    printf("%d\n", length_of(NULL));
    return 0;
}
