// The mean of the numbers that were read, of which there may be none.
#include <stdio.h>

int main(void) {
    long sum = 0;
    int count = 0, value;
    while (count < 4 && scanf("%d", &value) == 1) {
        sum += value;
        count++;
    }
    printf("mean %ld\n", sum / count); // expect: division-by-zero
    return 0;
}
