// The letters of a temporary name may be any.
// native: -O0; -O2
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    char first[] = "/tmp/abXXXXXX", second[] = "/tmp/abXXXXXX";
    int one = mkstemp(first), other = mkstemp(second);
    if (one < 0 || other < 0)
        return 1;
    unlink(first);
    unlink(second);
    if (strcmp(first, second) > 0)
        assert(!"the second is less");
    assert(!"the first is less");
    return 0;
}
