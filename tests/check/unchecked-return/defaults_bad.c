// A count that is read into the same variable keeps the count before.
#include <stdio.h>

int main(void) {
    int size = 80;
    if (scanf("%d", &size) == EOF)
        return 1;
    printf("%d wide\n", size);
    if (scanf("%d", &size) == 2) // expect: unchecked-return
        return 1;
    if (size > 25)
        puts("high");
    return 0;
}
