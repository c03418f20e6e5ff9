// The magic number at the start of a file is compared in its own length.
#include <stdio.h>
#include <string.h>

static const unsigned char magic[4] = {0x7f, 'E', 'L', 'F'};

int main(void) {
    unsigned char header[8];
    if (fread(header, 1, sizeof header, stdin) != sizeof header)
        return 1;
    if (memcmp(header, magic, sizeof magic) == 0)
        puts("an ELF file");
    return 0;
}
