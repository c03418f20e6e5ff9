// A page of the system.
// native: -O0; -O2
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sys/mman.h>

int main(void) {
    void *p = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) return 1;
    int odd = (uintptr_t)p >> 12 & 1;
    munmap(p, 4096);
    if (odd)
        assert(!"odd");
    assert(!"even");
    return 0;
}
