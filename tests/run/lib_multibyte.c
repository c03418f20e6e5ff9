// Multibyte conversion of ASCII in the C locale: mbstowcs wcstombs mbrtowc wcrtomb mblen btowc.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

int main(void) {
    wchar_t w[16];
    char n[16];
    size_t r = mbstowcs(w, "plain ascii", 16);
    printf("%zu %d %d\n", r, (int)w[0], (int)w[10]);
    r = wcstombs(n, w, 16);
    printf("%zu %s\n", r, n);
    printf("%zu %zu\n", mbstowcs(NULL, "count", 0), wcstombs(NULL, L"counts", 0));
    memset(w, 0x11, sizeof w);
    r = mbstowcs(w, "truncate", 4);
    printf("%zu %d %d\n", r, (int)w[3], w[4] == 0x11111111);
    wchar_t c = 0;
    printf("%d %d ", mbtowc(&c, "Q", 1), mbtowc(NULL, NULL, 0));
    printf("%d\n", (int)c);
    printf("%d %d %d\n", mblen("x", 1), mblen("", 1), MB_CUR_MAX == 1);
    memset(n, '#', sizeof n);
    printf("%d ", wctomb(n, L'k'));
    printf("%c\n", n[0]);
    mbstate_t st;
    memset(&st, 0, sizeof st);
    const char *s = "step";
    while ((r = mbrtowc(&c, s, 1, &st)) != 0 && r != (size_t)-1) {
        printf("%zu:%d ", r, (int)c);
        s += r;
    }
    printf("%d\n", mbsinit(&st) != 0);
    printf("%zu %zu\n", wcrtomb(n, L'z', &st), wcrtomb(n, L'\0', &st));
    printf("%d %d\n", (int)btowc('A'), wctob(L'B'));
    const char *src = "restartable";
    r = mbsrtowcs(w, &src, 16, &st);
    printf("%zu %d %ls\n", r, src == NULL, w);
    const wchar_t *ws = L"back again";
    r = wcsrtombs(n, &ws, 5, &st);
    printf("%zu %.5s %d\n", r, n, ws != NULL && *ws == L'a');
    return (int)r;
}
