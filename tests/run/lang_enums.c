// Enumerations: implicit values, negative and large values, use as index and in switch.
#include <stdio.h>

enum weekday { MON = 1, TUE, WED, THU, FRI, SAT, SUN, DAYS = SUN };
enum mixed { LOW = -5, NEXT, ZERO = 0, HIGH = 100, SAME = HIGH, AFTER };
enum bits { B0 = 1 << 0, B1 = 1 << 1, B7 = 1 << 7, BALL = B0 | B1 | B7 };
enum large { BIG = 0x7fffffff };
enum wide { W = 0x1ffffffffLL };

static const char *const names[] = {
    [MON] = "mon", [TUE] = "tue", [WED] = "wed", [THU] = "thu", [FRI] = "fri", [SAT] = "sat", [SUN] = "sun",
};

static int is_weekend(enum weekday d) {
    switch (d) {
    case SAT:
    case SUN:
        return 1;
    default:
        return 0;
    }
}

#define LIST(X) X(alpha) X(beta) X(gamma)
enum greek {
#define X(n) G_##n,
    LIST(X)
#undef X
    G_COUNT
};
static const char *greek_name(enum greek g) {
    switch (g) {
#define X(n) case G_##n: return #n;
        LIST(X)
#undef X
    case G_COUNT: break;
    }
    return "?";
}

int main(void) {
    for (enum weekday d = MON; d <= SUN; d++) printf("%d=%s%s ", d, names[d], is_weekend(d) ? "*" : "");
    puts("");
    printf("%d %d %d %d %d %d\n", LOW, NEXT, ZERO, HIGH, SAME, AFTER);
    printf("%d %d %zu\n", BALL, DAYS, sizeof(names) / sizeof *names);
    printf("%d %zu\n", BIG, sizeof(enum large));
    printf("%lld %zu\n", (long long)W, sizeof(enum wide));
    for (enum greek g = 0; g <= G_COUNT; g++) printf("%s ", greek_name(g));
    puts("");
    enum mixed m = LOW;
    m += 3;
    printf("%d %d\n", m, m < ZERO);
    enum bits b = BALL & ~B1;
    printf("%d\n", b);
    int arr[G_COUNT] = {[G_gamma] = 9};
    printf("%d %d\n", arr[0], arr[2]);
    return AFTER;
}
