// A hash wraps on purpose, and a countdown at its end; an offset must not.
#include <stdint.h>
#include <stdio.h>

static uint32_t hash(const char *text, unsigned n) {
    uint32_t h = 2166136261u;
    while (n--)
        h = (h ^ (unsigned char)*text++) * 16777619u;
    return h;
}

int main(int argc, char **argv) {
    uint32_t offset;
    if (argc < 2 || scanf("%u", &offset) != 1)
        return 1;
    unsigned n = 0;
    while (argv[1][n] != '\0' && n < 4)
        n++;
    printf("%u\n", (unsigned)hash(argv[1], n));
    if (offset > 1000000)
        return 1;
    uint32_t next = offset * 16 + 64;
    printf("%u\n", (unsigned)next);
    return 0;
}
