// A counter in a signed char is raised past what it holds.
#include <limits.h>
#include <stdio.h>

struct link {
    signed char retries;
};

int main(void) {
    struct link link;
    if (scanf("%hhd", &link.retries) != 1)
        return 1;
    link.retries++; // expect: narrow-overflow
    printf("%d\n", link.retries);
    return 0;
}
