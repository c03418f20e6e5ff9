// Numbers are read until there are no more; all places are printed.
#include <stdio.h>

int main(void) {
    int values[4];
    int count = 0;
    while (count < 4 && scanf("%d", &values[count]) == 1)
        count++;
    for (int i = 0; i < count; i++)
        printf("%d\n", values[i]);
    return 0;
}
