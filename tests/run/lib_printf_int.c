// printf of integers: every conversion, flag, width, precision and length modifier.
#include <inttypes.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>

int main(void) {
    int vals[] = {0, 1, -1, 42, -12345, INT_MAX, INT_MIN};
    for (int i = 0; i < 7; i++) {
        int v = vals[i];
        printf("[%d][%5d][%-8d][%08d][%+d][% d][%.4d][%8.3d][%-8.3d|][%+08d]\n", v, v, v, v, v, v, v, v, v, v);
        printf("[%i][%u][%o][%x][%X][%#o][%#x][%#X][%#010x][%-#10x|][%.0d]\n", v, (unsigned)v, (unsigned)v, (unsigned)v,
               (unsigned)v, (unsigned)v, (unsigned)v, (unsigned)v, (unsigned)v, (unsigned)v, v);
    }
    printf("[%hhd][%hhu][%hd][%hu]\n", (signed char)-56, (unsigned char)200, (short)-25536, (unsigned short)40000);
    printf("[%hhx][%hx][%hho]\n", (unsigned char)0xab, (unsigned short)0xabcd, (unsigned char)0377);
    printf("[%ld][%lu][%lx][%lo]\n", LONG_MIN, ULONG_MAX, LONG_MAX, 8L);
    printf("[%lld][%llu][%llX]\n", LLONG_MAX, ULLONG_MAX, 0xfedcba9876543210ull);
    printf("[%jd][%ju][%jx]\n", INTMAX_MIN, UINTMAX_MAX, (uintmax_t)255);
    printf("[%zu][%zd][%zx]\n", (size_t)-1, (ssize_t)-1, (size_t)4096);
    printf("[%td][%ti]\n", (ptrdiff_t)-77, PTRDIFF_MAX);
    printf("[%*d][%-*d][%.*d][%*.*d][%*d]\n", 6, 42, 6, 42, 4, 42, 8, 5, 42, -6, 42);
    printf("[%.*d][%.d][%.0x][%#.0o]\n", -3, 7, 0, 0, 0);
    printf("[%c][%3c][%-3c][%c]\n", 'a', 'b', 'c', 0x41);
    printf("[%%][%5s][%-5s][%.2s][%5.1s][%s]\n", "ab", "cd", "efgh", "xyz", "");
    printf("[%.*s][%*s][%.0s]\n", 3, "abcdef", 8, "right", "hidden");
    printf("[%p][%10p][%-10p]\n", NULL, NULL, NULL);
    int n1 = 0, n2 = 0;
    short n3 = 0;
    long n4 = 0;
    int total = printf("abc%n def%n%hn%ln\n", &n1, &n2, &n3, &n4);
    printf("%d %d %d %ld %d\n", n1, n2, n3, n4, total);
    printf("%2$s %1$s %2$s\n", "world", "hello");
    printf("%3$0*1$d|%2$-*1$d|\n", 5, 7, 42);
    printf("[%+.0d][% 05d][%-+5d][%#5x]\n", 0, 5, 5, 5u);
    return total;
}
