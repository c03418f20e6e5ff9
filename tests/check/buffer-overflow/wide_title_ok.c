// A wide string that is longer than the array it is copied to.
#include <stdio.h>
#include <wchar.h>

static const wchar_t *const titles[] = {L"Dr", L"Professor"};

int main(void) {
    wchar_t title[6];
    for (int i = 0; i < 2; i++) {
        wcsncpy(title, titles[i], 5);
        title[5] = L'\0';
        printf("%d characters\n", (int)wcslen(title));
    }
    return 0;
}
