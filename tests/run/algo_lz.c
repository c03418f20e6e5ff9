// An LZ77-like compressor and run-length coder: round trip, ratio, and the coded file.
// files: out.lz
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Coded as: 0lllllll literals..., or 1lllllll dddddddd for a match of l+3 at distance d+1. */
static size_t pack(const uint8_t *in, size_t n, uint8_t *out) {
    size_t o = 0, lit = 0, i = 0;
    while (i <= n) {
        size_t best = 0, dist = 0;
        for (size_t d = 1; i < n && d <= i && d <= 96; d++) {
            size_t l = 0;
            while (i + l < n && l < 130 && in[i + l] == in[i + l - d]) l++;
            if (l > best) best = l, dist = d;
        }
        if (best >= 3 || i == n || i - lit == 127) {
            if (i > lit) {
                out[o++] = (uint8_t)(i - lit);
                memcpy(out + o, in + lit, i - lit);
                o += i - lit;
                lit = i;
            }
            if (i == n) break;
            if (best >= 3) {
                out[o++] = (uint8_t)(0x80 | (best - 3));
                out[o++] = (uint8_t)(dist - 1);
                lit = i += best;
                continue;
            }
        }
        i++;
    }
    return o;
}
static size_t unpack(const uint8_t *in, size_t n, uint8_t *out) {
    size_t o = 0;
    for (size_t i = 0; i < n;) {
        uint8_t c = in[i++];
        if (c & 0x80) {
            size_t d = (size_t)in[i++] + 1;
            for (int l = (c & 0x7f) + 3; l > 0; l--, o++) out[o] = out[o - d];
        } else {
            memcpy(out + o, in + i, c);
            i += c;
            o += c;
        }
    }
    return o;
}
static int check(const char *name, const uint8_t *in, size_t n, FILE *f) {
    static uint8_t coded[2048], back[2048];
    size_t c = pack(in, n, coded), b = unpack(coded, c, back);
    int ok = b == n && !memcmp(in, back, n);
    printf("%s %zu -> %zu %s\n", name, n, c, ok ? "ok" : "BAD");
    fwrite(coded, 1, c, f);
    return ok;
}

int main(void) {
    FILE *f = fopen("out.lz", "wb");
    if (!f) return 1;
    int ok = 0;
    const char *text = "she sells sea shells by the sea shore; the shells she sells are sea shells for sure";
    ok += check("text", (const uint8_t *)text, strlen(text), f);
    uint8_t buf[400];
    memset(buf, 'x', sizeof buf);
    ok += check("run", buf, sizeof buf, f);
    uint32_t s = 1;
    for (int i = 0; i < 300; i++) s = s * 1664525u + 1013904223u, buf[i] = (uint8_t)(s >> 24);
    ok += check("noise", buf, 300, f);
    for (int i = 0; i < 400; i++) buf[i] = (uint8_t)(i % 7 * i % 11);
    ok += check("pattern", buf, 400, f);
    ok += check("empty", buf, 0, f);
    printf("%ld\n", ftell(f));
    fclose(f);
    return ok;
}
