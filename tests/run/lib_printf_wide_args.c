// printf of wide characters and strings in the C locale, swprintf and swscanf.
#include <stdio.h>
#include <string.h>
#include <wchar.h>

int main(void) {
    printf("[%ls][%lc][%8ls][%-8ls][%.3ls]\n", L"wide", (wint_t)L'W', L"right", L"left", L"truncated");
    char buf[64];
    int n = snprintf(buf, sizeof buf, "%ls-%d", L"mixed", 5);
    printf("%d %s %zu\n", n, buf, strlen(buf));
    wchar_t w[32];
    n = swprintf(w, 32, L"%d %ls %s %c %.2f %x", 42, L"ws", "ns", 'c', 1.5, 255);
    printf("%d %ls\n", n, w);
    n = swprintf(w, 4, L"%s", "does not fit");
    printf("%d\n", n < 0);
    n = swprintf(w, 32, L"[%5d|%-5d|%05d|%+d]", 1, 2, 3, 4);
    printf("%d %ls\n", n, w);
    n = swprintf(w, 32, L"[%6.2s|%-6ls|%lc]", "abc", L"de", (wint_t)L'z');
    printf("%d %ls\n", n, w);
    int a = 0;
    wchar_t word[16];
    n = swscanf(L"  17 apples 2.5", L"%d %15ls", &a, word);
    printf("%d %d %ls\n", n, a, word);
    return (int)wcslen(word);
}
