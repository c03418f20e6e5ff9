// Amounts are added up as long as they come.
#include <stdio.h>

struct account {
    int balance;
    int entries;
};

static int deposit(struct account *account, int amount) {
    int balance;
    if (__builtin_add_overflow(account->balance, amount, &balance))
        return 0;
    account->balance = balance;
    account->entries++;
    return 1;
}

int main(void) {
    struct account account = {100, 0};
    int amount;
    while (account.entries < 3 && scanf("%d", &amount) == 1)
        if (!deposit(&account, amount))
            break;
    printf("%d\n", account.balance);
    return 0;
}
