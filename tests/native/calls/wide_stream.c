// A stream that took a wide character is one of wide characters.
// native: -O0
#include <assert.h>
#include <stdio.h>
#include <wchar.h>

int main(void)
{
    if (fputwc(L'a', stdout) != L'a')
        return 0;
    assert(fwide(stdout, 0) <= 0);
    return 0;
}
