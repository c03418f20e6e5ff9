// UTF-8: encoding, validating decoder, surrogates to UTF-16 and back, counting and reversing.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static int encode(uint32_t c, char *out) {
    if (c < 0x80) return out[0] = (char)c, 1;
    if (c < 0x800) return out[0] = (char)(0xc0 | c >> 6), out[1] = (char)(0x80 | (c & 63)), 2;
    if (c >= 0xd800 && c < 0xe000) return 0;
    if (c < 0x10000) return out[0] = (char)(0xe0 | c >> 12), out[1] = (char)(0x80 | (c >> 6 & 63)), out[2] = (char)(0x80 | (c & 63)), 3;
    if (c > 0x10ffff) return 0;
    out[0] = (char)(0xf0 | c >> 18);
    for (int i = 1; i < 4; i++) out[i] = (char)(0x80 | (c >> (18 - 6 * i) & 63));
    return 4;
}
/* Returns the bytes used, or minus the bytes to skip. */
static int decode(const char *s, size_t n, uint32_t *c) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned char b = (unsigned char)*s;
    int len = b < 0x80 ? 1 : b >> 5 == 6 ? 2 : b >> 4 == 14 ? 3 : b >> 3 == 30 ? 4 : 0;
    if (!len || (size_t)len > n) return -1;
    *c = len == 1 ? b : b & (0xffu >> (len + 1));
    for (int i = 1; i < len; i++) {
        if (((unsigned char)s[i] & 0xc0) != 0x80) return -i;
        *c = *c << 6 | ((unsigned char)s[i] & 63);
    }
    return *c < least[len] || *c > 0x10ffff || (*c >= 0xd800 && *c < 0xe000) ? -len : len;
}
static int to_utf16(const char *s, uint16_t *out) {
    int n = 0;
    uint32_t c;
    for (size_t left = strlen(s); left;) {
        int l = decode(s, left, &c);
        if (l < 0) l = -l, c = 0xfffd;
        if (c < 0x10000) out[n++] = (uint16_t)c;
        else out[n++] = (uint16_t)(0xd7c0 + (c >> 10)), out[n++] = (uint16_t)(0xdc00 | (c & 0x3ff));
        s += l;
        left -= (size_t)l;
    }
    return n;
}

int main(void) {
    uint32_t points[] = {0x41, 0x7f, 0x80, 0x7ff, 0x800, 0xffff, 0x10000, 0x10ffff, 0xd800, 0x110000, 0x20ac, 0x1f600};
    for (int i = 0; i < 12; i++) {
        char b[5] = {0};
        uint32_t back = 0;
        int n = encode(points[i], b);
        printf("%x:", points[i]);
        for (int k = 0; k < n; k++) printf(" %02x", (unsigned char)b[k]);
        printf(n ? " %d\n" : " none %d\n", n && decode(b, (size_t)n, &back) == n && back == points[i]);
    }
    const char *bad[] = {"\xc0\x80", "\x80", "\xe2\x82", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe2(\xa1", "\xff"};
    for (int i = 0; i < 7; i++) {
        uint32_t c;
        printf("%d ", decode(bad[i], strlen(bad[i]), &c));
    }
    puts("");
    uint16_t w[64];
    int n = to_utf16("h\xc3\xa9llo \xe2\x82\xac \xf0\x9f\x98\x80 \x80!", w);
    for (int i = 0; i < n; i++) printf("%04x ", w[i]);
    printf("%d\n", n);
    int total = 0;
    for (uint32_t c = 0; c < 0x110000; c += 997) {
        char b[4];
        uint32_t back = 1;
        int l = encode(c, b);
        if (l && decode(b, (size_t)l, &back) == l && back == c) total += l;
    }
    printf("%d\n", total);
    return n;
}
