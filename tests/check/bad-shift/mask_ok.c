// A mask of as many low bits as a field is wide, up to all of them.
#include <stdio.h>

struct field {
    const char *name;
    unsigned width;
};

static const struct field fields[] = {{"tag", 4}, {"length", 12}, {"word", 32}};

int main(void) {
    for (int i = 0; i < 3; i++) {
        unsigned mask = fields[i].width < 32 ? (1u << fields[i].width) - 1 : ~0u;
        printf("%s %x\n", fields[i].name, mask);
    }
    return 0;
}
