// Integer promotions: operands narrower than int become int before arithmetic.
#include <stdio.h>

static volatile unsigned char uc = 200;
static volatile signed char sc = -100;
static volatile unsigned short us = 60000;
static volatile short ss = -30000;

int main(void) {
    unsigned char a = uc;
    signed char b = sc;
    unsigned short c = us;
    short d = ss;
    printf("uc+uc=%d uc*uc=%d\n", a + a, a * a);
    printf("sc+sc=%d sc*sc=%d\n", b + b, b * b);
    printf("us+us=%d us-1=%d\n", c + c, c - 1);
    printf("ss+ss=%d ss*2=%d\n", d + d, d * 2);
    printf("~uc=%d (uchar)~uc=%d !uc=%d -uc=%d\n", ~a, (unsigned char)~a, !a, -a);
    printf("~us=%d (ushort)~us=%d\n", ~c, (unsigned short)~c);
    printf("sizes: %zu %zu %zu %zu %zu\n", sizeof(a + a), sizeof(+b), sizeof(c << 1),
           sizeof(d ? a : b), sizeof(~a));
    printf("uc<<8=%d uc>>1=%d sc>>1=%d\n", a << 8, a >> 1, b >> 1);

    a += 100;
    printf("uc+=100 -> %d\n", a);
    a -= 200;
    printf("uc-=200 -> %d\n", a);
    a *= 7;
    printf("uc*=7 -> %d\n", a);
    a <<= 3;
    printf("uc<<=3 -> %d\n", a);
    c = (unsigned short)(c + 10000);
    printf("us+10000 -> %d\n", c);
    a = 255;
    printf("a++ -> %d then %d\n", a++, 0);
    printf("now a=%d, --a=%d\n", a, (int)(unsigned char)(a - 1));
    printf("uc==sc? %d  (255 vs -1): %d\n", (unsigned char)156 == b, (unsigned char)255 == (signed char)-1);
    printf("char arithmetic: %c%c%c\n", 'a' + 1, 'Z' - 1, '0' + 7);
    printf("sizeof 'x' is int: %d\n", sizeof('x') == sizeof(int));
    return 3;
}
