// What is skipped is skipped again.
#include <stdio.h>

int main(void) {
    static const char text[] = "a-b-c";
    int i = 0, letters = 0;
    while (text[i]) { // expect: infinite-loop
        if (text[i] == '-')
            continue;
        letters++;
        i++;
    }
    printf("%d\n", letters);
    return 0;
}
