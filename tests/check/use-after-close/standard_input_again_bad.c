// A stream of the program's own is closed for good.
#include <stdio.h>

int main(void) {
    FILE *file = fopen("first.txt", "r");
    if (file == NULL) return 1;
    fclose(file);
    if (freopen("second.txt", "r", file) == NULL) return 1; // expect: use-after-close
    fclose(file);
    return 0;
}
