// Values taken apart into bytes and put together, through unions, casts and memcpy.
#include <string.h>
union u {
    unsigned long l;
    unsigned char b[8];
    struct {
        unsigned lo : 13, mid : 17, hi : 2;
        short s[2];
    } f;
};
unsigned long test(unsigned a, unsigned b, unsigned long c) {
    union u u, v;
    unsigned char copy[16];
    u.l = c ^ a;
    v.l = 0;
    for (int i = 0; i < 8; i++)
        v.b[7 - i] = u.b[i];
    v.f.mid = b;
    v.f.hi ^= 1;
    memcpy(copy + 3, &v, 8);
    memmove(copy + 4, copy + 3, 7);
    copy[3] = (unsigned char)a;
    unsigned long r;
    memcpy(&r, copy + 3, 8);
    return r + v.f.lo + (unsigned long)v.f.s[1] + *(unsigned short *)(copy + 6);
}
