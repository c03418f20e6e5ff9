// Base64 and hex: encoding, decoding with padding, whitespace and malformed input.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static const char abc[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static size_t encode(const uint8_t *in, size_t n, char *out) {
    char *o = out;
    for (size_t i = 0; i < n; i += 3) {
        uint32_t v = (uint32_t)in[i] << 16 | (i + 1 < n ? (uint32_t)in[i + 1] << 8 : 0) | (i + 2 < n ? in[i + 2] : 0u);
        *o++ = abc[v >> 18];
        *o++ = abc[v >> 12 & 63];
        *o++ = i + 1 < n ? abc[v >> 6 & 63] : '=';
        *o++ = i + 2 < n ? abc[v & 63] : '=';
    }
    *o = 0;
    return (size_t)(o - out);
}
static int decode(const char *in, uint8_t *out) {
    uint32_t acc = 0;
    int bits = 0, n = 0, pad = 0;
    for (; *in; in++) {
        if (*in == '\n' || *in == ' ') continue;
        if (*in == '=') { pad++; continue; }
        const char *at = strchr(abc, *in);
        if (!at || pad) return -1;
        acc = acc << 6 | (uint32_t)(at - abc);
        bits += 6;
        if (bits >= 8) out[n++] = (uint8_t)(acc >> (bits -= 8));
    }
    return pad <= 2 ? n : -1;
}
static int unhex(const char *s, uint8_t *out) {
    int n = 0;
    unsigned v;
    while (sscanf(s, "%2x", &v) == 1 && s[0] && s[1]) out[n++] = (uint8_t)v, s += 2;
    return n;
}

int main(void) {
    const char *texts[] = {"", "f", "fo", "foo", "foob", "fooba", "foobar", "Many hands make light work."};
    char enc[64];
    uint8_t dec[64];
    for (int i = 0; i < 8; i++) {
        size_t n = strlen(texts[i]);
        size_t e = encode((const uint8_t *)texts[i], n, enc);
        int d = decode(enc, dec);
        printf("%zu %s %d\n", e, enc, d == (int)n && !memcmp(dec, texts[i], n));
    }
    uint8_t bin[32];
    for (int i = 0; i < 32; i++) bin[i] = (uint8_t)(i * 73 + 200);
    encode(bin, 32, enc);
    puts(enc);
    printf("%d ", decode(enc, dec));
    printf("%d\n", memcmp(bin, dec, 32));
    printf("%d ", decode("aGVs\nbG8g d29ybGQ=", dec));
    printf("%.*s\n", 11, (char *)dec);
    printf("%d %d %d\n", decode("a*b", dec), decode("YQ==YQ==", dec), decode("====", dec));
    int n = unhex("00ff7f80deadBEEF", dec);
    printf("%d:", n);
    for (int i = 0; i < n; i++) printf(" %d", dec[i]);
    puts("");
    return n;
}
