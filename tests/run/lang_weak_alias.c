// Weak functions and variables, weak undefined symbols, and aliases for functions and data.
#include <stdio.h>

__attribute__((weak)) int hook(int x) { return x + 1000; }
__attribute__((weak)) int tunable = 12;
extern int absent_function(int) __attribute__((weak));
extern int absent_variable __attribute__((weak));

int real_impl(int x) { return x * x; }
int other_name(int) __attribute__((alias("real_impl")));
int weak_name(int) __attribute__((weak, alias("real_impl")));

int storage[3] = {5, 6, 7};
extern int view[3] __attribute__((alias("storage")));

static int hidden(void) { return 8; }
int exported_hidden(void) __attribute__((alias("hidden")));

int main(void) {
    printf("%d %d\n", hook(1), tunable);
    printf("%d %d\n", absent_function == NULL, &absent_variable == NULL);
    if (absent_function) printf("unreachable %d\n", absent_function(1));
    printf("%d %d %d\n", real_impl(3), other_name(4), weak_name(5));
    int (*volatile a)(int) = real_impl, (*volatile b)(int) = other_name;
    printf("%d\n", a == b);
    view[1] = 60;
    int *volatile s = storage;
    printf("%d %d\n", s[1], view[2]);
    s[2]++;
    int *volatile v = view;
    printf("%d\n", v[2]);
    return exported_hidden();
}
