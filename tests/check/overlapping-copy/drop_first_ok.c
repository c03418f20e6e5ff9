// The first words of a queue are dropped by moving the rest down.
#include <stdio.h>
#include <string.h>

int main(void) {
    int queue[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    memmove(queue, queue + 2, 6 * sizeof queue[0]);
    printf("%d\n", queue[0]);
    return 0;
}
