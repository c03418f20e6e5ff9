// Several files: weak definitions overridden by strong ones, and weak defaults kept.
#include <stdio.h>

int policy(int);
int fallback(int);
extern int level, limit;
extern int optional(int) __attribute__((weak));
int call_policy(int);

int policy(int x) { return x * 2; } /* overrides the weak one in defaults.c */
int limit = 99;

int main(void) {
    printf("%d %d\n", policy(10), call_policy(10));
    printf("%d\n", fallback(10));
    printf("%d %d\n", level, limit);
    printf("%d\n", optional ? optional(1) : -1);
    level += 3;
    printf("%d\n", call_policy(level));
    return fallback(level);
}
