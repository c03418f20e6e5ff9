// 24 letters are 3^24 ways through the loop, and one question about the counts.
// lost with: --no-merge
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
    assert(a != 13 || b != 7); // expect: assertion-failed
    return 0;
}
