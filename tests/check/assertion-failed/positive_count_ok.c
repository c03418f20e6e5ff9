// An assertion about input, which anyone can break.
#include <assert.h>
#include <stdio.h>

int main(void) {
    int count;
    if (scanf("%d", &count) != 1)
        return 1;
    if (count <= 0)
        return 1;
    assert(count > 0);
    printf("%d\n", count);
    return 0;
}
