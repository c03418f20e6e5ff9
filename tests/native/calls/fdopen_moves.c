// Two streams of one descriptor: who reads from one moves the other.
// native: -O0; -O2
#include <assert.h>
#include <stdio.h>

int main(void) {
    FILE *f = fopen("/proc/self/exe", "r");
    if (!f) return 1;
    FILE *g = fdopen(fileno(f), "r");
    if (!g) return 1;
    fgetc(g);
    if (ftell(f) > 0)
        assert(!"moved");
    assert(!"not moved");
    return 0;
}
