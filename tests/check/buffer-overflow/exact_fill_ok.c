// A loop that fills an array to its last element, and one that goes by the other's size.
#include <stdio.h>

static unsigned char small[16];
static unsigned short wide[16];

int main(void) {
    for (size_t i = 0; i < sizeof small; i++)
        small[i] = (unsigned char)(i * 3);
    for (size_t i = 0; i < sizeof wide / sizeof wide[0]; i++)
        wide[i] = small[i % 16];
    printf("%d\n", wide[3]);
    return 0;
}
