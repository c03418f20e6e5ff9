// Recursion: mutual, deep, tree-shaped, with arrays on the stack and through pointers.
#include <stdio.h>
#include <string.h>

static int is_odd(unsigned n);
static int is_even(unsigned n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(unsigned n) { return n == 0 ? 0 : is_even(n - 1); }

static long deep(int n) {
    volatile int local = n;
    if (n == 0) return 0;
    return deep(n - 1) + local;
}

static unsigned ackermann(unsigned m, unsigned n) {
    if (!m) return n + 1;
    if (!n) return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

static int moves;
static void hanoi(int n, char from, char to, char via) {
    if (!n) return;
    hanoi(n - 1, from, via, to);
    if (moves++ < 7) printf("%c%c ", from, to);
    hanoi(n - 1, via, to, from);
}

static void permute(char *s, int k, int n, int *count) {
    if (k == n) {
        if ((*count)++ % 5 == 0) printf("%s ", s);
        return;
    }
    for (int i = k; i < n; i++) {
        char t = s[k]; s[k] = s[i]; s[i] = t;
        permute(s, k + 1, n, count);
        t = s[k]; s[k] = s[i]; s[i] = t;
    }
}

static int hofstadter_m(int n);
static int hofstadter_f(int n) { return n ? n - hofstadter_m(hofstadter_f(n - 1)) : 1; }
static int hofstadter_m(int n) { return n ? n - hofstadter_f(hofstadter_m(n - 1)) : 0; }

static void binary(unsigned n) {
    if (n > 1) binary(n / 2);
    putchar('0' + (int)(n & 1));
}

static int partitions(int n, int max) {
    if (!n) return 1;
    int total = 0;
    for (int k = n < max ? n : max; k > 0; k--) total += partitions(n - k, k);
    return total;
}

int main(void) {
    printf("%d %d %d\n", is_even(5000), is_odd(5000), is_odd(4999));
    printf("%ld\n", deep(5000));
    printf("%u %u\n", ackermann(2, 6), ackermann(3, 3));
    hanoi(8, 'A', 'C', 'B');
    printf("%d\n", moves);
    char s[] = "abcd";
    int count = 0;
    permute(s, 0, 4, &count);
    printf("%d\n", count);
    for (int i = 0; i < 15; i++) printf("%d/%d ", hofstadter_f(i), hofstadter_m(i));
    puts("");
    binary(1234567);
    printf("\n%d\n", partitions(18, 18));
    return count;
}
