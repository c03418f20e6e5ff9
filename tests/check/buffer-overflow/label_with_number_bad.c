// A label is formatted with a number that may have eleven characters.
#include <stdio.h>

int main(void) {
    char label[10];
    int number;
    if (scanf("%d", &number) != 1)
        return 1;
    sprintf(label, "item-%d", number); // expect: buffer-overflow
    puts(label);
    return 0;
}
