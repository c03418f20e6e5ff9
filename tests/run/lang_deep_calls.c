// Recursion as deep as a stack of 8 MiB allows, and a large local array.
#include <stdio.h>
#include <string.h>

static int depth(int n) { return n ? depth(n - 1) + 1 : 0; }

static int fill(int n) {
    char buffer[1 << 20];
    memset(buffer, n, sizeof buffer);
    return n ? fill(n - 1) + buffer[n] : buffer[0];
}

int main(void) {
    printf("%d %d\n", depth(100000), fill(5));
    return 0;
}
