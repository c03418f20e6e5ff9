// A port is stored in a short.
#include <stdio.h>

int main(void) {
    int number;
    if (scanf("%d", &number) != 1)
        return 1;
    if (number <= 0)
        return 1;
    short port = number; // expect: lossy-conversion
    printf("port %d\n", port);
    return 0;
}
