// The second line may not come, and the first is taken for it.
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[16];
    if (fgets(line, sizeof line, stdin) == NULL)
        return 1;
    printf("name: %s", line);
    fgets(line, sizeof line, stdin);
    printf("town: %s", line); // expect-missing: unchecked-return
    return 0;
}
