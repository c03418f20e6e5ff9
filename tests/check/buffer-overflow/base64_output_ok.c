// Four characters for every three bytes: the output is counted too small.
#include <stdio.h>
#include <string.h>

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static void encode(char *out, const unsigned char *in, size_t n) {
    for (size_t i = 0; i + 2 < n; i += 3) {
        unsigned bits = (unsigned)in[i] << 16 | (unsigned)in[i + 1] << 8 | in[i + 2];
        for (int shift = 18; shift >= 0; shift -= 6)
            *out++ = digits[bits >> shift & 63];
    }
    *out = '\0';
}

int main(void) {
    static const unsigned char key[6] = {1, 2, 3, 250, 251, 252};
    char text[sizeof key / 3 * 4 + 1];
    encode(text, key, sizeof key);
    printf("%c\n", text[0]);
    return 0;
}
