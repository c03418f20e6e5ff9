// Plain, signed and unsigned char: sign extension in indexing, comparison, shifts and casts.
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static int hist[256];

static unsigned hash(const char *s) {
    unsigned h = 5381;
    for (; *s; s++) h = h * 33 + (unsigned char)*s;
    return h;
}

static unsigned signed_hash(const char *s) {
    unsigned h = 5381;
    for (; *s; s++) h = h * 33 + (unsigned)(signed char)*s;
    return h;
}

static int utf8_len(const char *s) {
    int n = 0;
    for (; *s; s++) n += ((unsigned char)*s & 0xc0) != 0x80;
    return n;
}

int main(void) {
    const char *text = "na\xc3\xafve caf\xc3\xa9 \xe2\x82\xac";
    signed char sc = (signed char)0xc3;
    unsigned char uc = 0xc3;
    printf("%d %d %d\n", sc, uc, sc == uc);
    printf("%x %x\n", (unsigned)sc, (unsigned)uc);
    printf("%d %d\n", sc >> 4, uc >> 4);
    printf("%d %d\n", (unsigned char)sc == uc, (signed char)uc == sc);
    printf("%u %u\n", hash(text), signed_hash(text));
    printf("%zu %d\n", strlen(text), utf8_len(text));
    for (const char *p = text; *p; p++) hist[(unsigned char)*p]++;
    for (int i = 0; i < 256; i++)
        if (hist[i] > 1 || i > 127) if (hist[i]) printf("%02x:%d ", (unsigned)i, hist[i]);
    puts("");
    int up = 0;
    for (const char *p = "MiXeD CaSe"; *p; p++) up += isupper((unsigned char)*p) != 0;
    printf("%d\n", up);
    short s = sc;
    unsigned short us = (unsigned short)sc;
    long l = sc;
    unsigned long ul = uc;
    printf("%d %u %ld %lu\n", s, us, l, ul);
    sc = 127;
    sc++;
    uc = 0;
    uc--;
    printf("%d %d\n", sc, uc);
    sc = -128;
    sc = (signed char)-sc;
    printf("%d %d\n", sc, -sc);
    char c = 'A';
    c |= 0x20;
    c ^= 1;
    printf("%c %d\n", c, '9' - '0' + c - 'a');
    return uc & 0x7f;
}
