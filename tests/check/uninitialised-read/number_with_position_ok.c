// A line without a number leaves the number as it was.
#include <stdio.h>

int main(void) {
    char line[64];
    int number, end;
    if (!fgets(line, sizeof line, stdin))
        return 1;
    if (sscanf(line, "%d%n", &number, &end) < 1)
        return 1;
    printf("%d, then at %d\n", number, end);
    return 0;
}
