// A prompt that comes back until the answer is right.
#include <stdio.h>

int main(void) {
    int c = getchar();
    while (c != 'y' && c != EOF) {
        puts("please say y");
        c = getchar();
    }
    return 0;
}
