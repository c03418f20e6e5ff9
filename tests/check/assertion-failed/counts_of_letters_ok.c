// There are no more letters of two kinds than there are letters.
#include <assert.h>
#include <stdio.h>

int main(void) {
    unsigned char text[24];
    int a = 0, b = 0;
    if (fread(text, 1, sizeof text, stdin) != sizeof text)
        return 1;
    for (int i = 0; i < 24; i++) {
        if (text[i] == 'a')
            a++;
        else if (text[i] == 'b')
            b++;
    }
    assert(a >= 0 && a <= 24 && b <= 24);
    return 0;
}
