// Shares of a total that may be nothing.
#include <stdio.h>

struct account {
    long total, paid;
    int parts;
};

int percent(const struct account *account) {
    if (account->total == 0)
        puts("nothing to pay");
    return (int)(account->paid * 100 / account->total); // expect: division-by-zero
}

long each(const struct account *account) {
    return account->total / account->parts;
}

long remainder_of(const struct account *account, int by) {
    return by != 0 ? account->total % by : 0;
}
