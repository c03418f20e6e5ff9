// wchar.h strings: wcslen wcscpy wcscat wcscmp wcschr wcsstr wcstok wmem* and wcsto*.
// flags: -D_GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
#include <wctype.h>

static int sgn(int v) { return (v > 0) - (v < 0); }
#define AT(b, p) ((p) ? (int)((p) - (b)) : -1)

int main(void) {
    wchar_t b[32];
    wcscpy(b, L"wide");
    wcscat(b, L" char");
    wcsncat(b, L"acters", 3);
    printf("%ls %zu\n", b, wcslen(b));
    printf("%d %d %d\n", sgn(wcscmp(L"abc", L"abd")), wcscmp(L"x", L"x"), sgn(wcsncmp(L"abz", L"aba", 3)));
    printf("%d %d\n", wcsncmp(L"abz", L"aba", 2), sgn(wcscasecmp(L"ABC", L"abc")));
    printf("%d %d %d\n", AT(b, wcschr(b, L'c')), AT(b, wcsrchr(b, L'a')), AT(b, wcschr(b, L'!')));
    printf("%d %d\n", AT(b, wcsstr(b, L"char")), AT(b, wcspbrk(b, L"xyzh")));
    printf("%zu %zu\n", wcsspn(b, L"diwe "), wcscspn(b, L" "));
    wchar_t m[8];
    wmemset(m, L'z', 8);
    wmemcpy(m, L"abc", 3);
    wmemmove(m + 2, m, 4);
    m[7] = 0;
    printf("%ls %d %d\n", m, AT(m, wmemchr(m, L'z', 8)), sgn(wmemcmp(m, L"abz", 3)));
    wchar_t *end;
    printf("%ld ", wcstol(L"  -123xyz", &end, 10));
    printf("%ls\n", end);
    printf("%lu %lld\n", wcstoul(L"ff", NULL, 16), wcstoll(L"0777", NULL, 0));
    printf("%g\n", wcstod(L"2.5e1q", &end));
    printf("%ls\n", end);
    wchar_t t[] = L"a,b;;c";
    wchar_t *save;
    for (wchar_t *p = wcstok(t, L",;", &save); p; p = wcstok(NULL, L",;", &save)) printf("[%ls]", p);
    puts("");
    wchar_t *d = wcsdup(L"dup");
    printf("%ls %zu\n", d, sizeof *d);
    free(d);
    printf("%d%d%d%d\n", !!iswalpha(L'a'), !!iswdigit(L'x'), !!iswspace(L' '), !!iswpunct(L'!'));
    printf("%lc%lc\n", (wint_t)towupper(L'q'), (wint_t)towlower(L'Q'));
    wcsncpy(m, L"pq", 5);
    printf("%d %d %d\n", (int)m[1], (int)m[2], (int)m[4]);
    return (int)wcsnlen(L"bounded", 4);
}
