// Wide-oriented stdout: wprintf, putwchar, fputws and fwide in the C locale.
#include <stdio.h>
#include <wchar.h>

int main(void) {
    wprintf(L"first %d %ls %s\n", 1, L"wide", "narrow");
    wprintf(L"%c %lc %5.1f %x\n", 'c', (wint_t)L'w', 2.25, 4096);
    for (wchar_t c = L'a'; c < L'f'; c++) putwchar(c);
    putwchar(L'\n');
    fputws(L"a wide line\n", stdout);
    fwprintf(stdout, L"[%8ls][%-8d][%.2ls]\n", L"pad", 7, L"cut");
    fputwc(L'!', stdout);
    fputwc(L'\n', stdout);
    wprintf(L"%d\n", fwide(stdout, 0) > 0);
    return 4;
}
