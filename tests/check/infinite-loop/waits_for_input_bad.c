// A prompt that comes back until the answer is right.
#include <stdio.h>

int main(void) {
    int c = getchar();
    while (c != 'y' && c != EOF) { // expect: infinite-loop
        puts("please say y");
    }
    return 0;
}
