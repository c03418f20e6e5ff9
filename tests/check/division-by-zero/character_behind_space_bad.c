// A character behind white space is no space itself, if the format says so.
#include <stdio.h>

int main(void) {
    char line[64], mark;
    if (!fgets(line, sizeof line, stdin))
        return 1;
    if (sscanf(line, "%c", &mark) != 1)
        return 1;
    printf("%d\n", 100 / (mark - ' ')); // expect: division-by-zero
    return 0;
}
