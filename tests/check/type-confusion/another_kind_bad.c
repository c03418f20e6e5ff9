// Two structures of one size and of different meaning pass through one void pointer.
#include <stdio.h>

struct interval {
    int start;
    int end;
};

struct account {
    short owner;
    short branch;
    float balance;
};

static int visit(int (*visitor)(const void *), const void *object) {
    return visitor(object);
}

static int is_rich(const void *object) {
    const struct account *account = object;
    return account->balance > 1000; // expect-missing: type-confusion
}

static int is_empty(const void *object) {
    const struct interval *interval = object;
    return interval->start >= interval->end;
}

int main(void) {
    struct interval interval = {3, 9};
    struct account account = {1, 2, 50.0f};
    printf("%d\n", visit(is_empty, &interval));
    printf("%d\n", visit(is_rich, &interval));
    return account.owner - 1;
}
