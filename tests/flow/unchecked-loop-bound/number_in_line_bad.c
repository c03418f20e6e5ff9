// A line is read and a number taken from it.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int line(char *to, int room, FILE *from) {
    if (fgets(to, room, from) == NULL)
        return 0;
    to[strcspn(to, "\n")] = '\0';
    return 1;
}

int main(void) {
    char text[30];
    int n;
    unsigned sum = 1;
    if (!line(text, sizeof text, stdin) || sscanf(text, "%d", &n) != 1)
        return 1;
    for (int i = 0; i < n; i++) // expect: unchecked-loop-bound
        sum = sum * 3u % 1000u;
    printf("%u\n", sum);
    return 0;
}
