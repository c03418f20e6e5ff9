// Several files: extern and static names that coincide, shared globals and function pointers.
#include <stdio.h>
#include "shared.h"

static int counter = 1000; /* distinct from the counter in other.c */
static int helper(int x) { return x + 1; }
int shared_total = 5;
const char *const shared_name = "main";

int twice_local(int x) { return helper(helper(x)); }

int main(void) {
    counter += helper(counter);
    printf("%d %d\n", counter, other_counter());
    printf("%d %d\n", other_counter(), counter);
    other_add(37);
    printf("%d %d\n", shared_total, twice_local(3));
    printf("%d\n", other_uses_main(10));
    struct shared_rec r = other_make(4);
    printf("%d %g %s\n", r.id, r.weight, r.label);
    printf("%d\n", other_table[2](6));
    int (*volatile a)(int) = helper, (*volatile b)(int) = other_helper();
    printf("%d %d %d\n", a == b, a(1), b(1));
    printf("%s\n", other_message);
    other_message = "replaced";
    other_say();
    return shared_total;
}
