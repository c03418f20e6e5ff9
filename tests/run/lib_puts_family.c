// Unformatted output: puts fputs putchar putc fwrite, return values, embedded NULs, big writes.
#include <stdio.h>
#include <string.h>

int main(void) {
    printf("%d\n", puts("line") >= 0);
    printf("%d\n", fputs("no newline;", stdout) >= 0);
    printf("%d\n", putchar('A') == 'A');
    printf("%d\n", putc(0x141, stdout) == 'A');
    printf("%d\n", fputc('\n', stdout));
    const char raw[] = "a\0b\xff" "c";
    printf("%zu\n", fwrite(raw, 1, 5, stdout));
    printf("%zu\n", fwrite("abcdef", 2, 3, stdout));
    printf("%zu\n", fwrite("x", 0, 5, stdout));
    for (int c = 32; c < 127; c++) putchar(c);
    putchar('\n');
    char big[3000];
    for (int i = 0; i < 3000; i++) big[i] = i % 60 == 59 ? '\n' : (char)('a' + i % 26);
    printf("%zu\n", fwrite(big, 1, sizeof big, stdout));
    printf("%.100s\n", big);
    printf("%s%s%s\n", "", "x", "");
    printf("%d\n", printf("%s", "") == 0);
    printf("%d\n", printf("count this\n"));
    printf("%5.3d%%%c%-4s|\n", 7, '!', "ab");
    for (int i = 0; i < 3; i++) fprintf(stdout, "%*s%d\n", i * 2, "", i);
    return fflush(stdout) + 15;
}
