// gets knows nothing of the buffer.
// flags: -std=gnu99
#include <stdio.h>

int main(void) {
    char name[64];
    if (fgets(name, sizeof name, stdin) == NULL)
        return 1;
    printf("hello %s\n", name);
    return 0;
}
