// The helper says that the object is gone.
#include <stdio.h>
#include <stdlib.h>

struct page {
    int references;
    int number;
};

static int drop(struct page *page) {
    page->references--;
    if (page->references == 0) {
        free(page);
        return 1;
    }
    return 0;
}

void forget(struct page *page) {
    if (drop(page))
        printf("page %d is free\n", page->number); // expect: use-after-free
}
