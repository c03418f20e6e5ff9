// Where a stream stands is asked of an open one.
#include <stdio.h>

int main(void) {
    FILE *in = fopen("in", "r");
    if (!in)
        return 1;
    fseeko(in, 0, SEEK_END);
    long size = ftell(in);
    fclose(in);
    printf("%ld\n", size);
    return 0;
}
