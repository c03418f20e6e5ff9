// The second line may not come, and the first is taken for it.
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[16];
    if (fgets(line, sizeof line, stdin) == NULL)
        return 1;
    printf("name: %s", line);
    fgets(line, sizeof line, stdin); // expect: unchecked-return
    printf("town: %s", line);
    return 0;
}
