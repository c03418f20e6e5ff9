// Two files that are made of one template have two names; how these begin says nothing.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    char first[] = "/tmp/aXXXXXX", second[] = "/tmp/aXXXXXX";
    int one = mkstemp(first), other = mkstemp(second);
    if (one >= 0 && other >= 0)
        assert(strcmp(first, second) != 0);
    if (one >= 0)
        close(one);
    if (other >= 0)
        close(other);
    return 0;
}
