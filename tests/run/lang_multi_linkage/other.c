#include "shared.h"
#include <stdio.h>

static int counter;
static int helper(int x) { return x * 10; }
static int cube(int x) { return x * x * x; }

int (*const other_table[])(int) = {helper, twice_local, cube};
const char *other_message = "from other";

int other_counter(void) { return ++counter; }
void other_add(int n) { shared_total += n; }
int other_uses_main(int n) { return twice_local(n) + helper(n); }
struct shared_rec other_make(int id) { return (struct shared_rec){id, id / 8.0, shared_name}; }
int (*other_helper(void))(int) { return helper; }
void other_say(void) { puts(other_message); }
