// Switch: fallthrough, default in the middle, ranges, negative and 64-bit labels, nesting.
#include <stdio.h>

static int fall(int n) {
    int r = 0;
    switch (n) {
    case 0: r += 1; /* fall through */
    case 1: r += 10; /* fall through */
    default: r += 100; /* fall through */
    case 2: r += 1000; break;
    case 3: r += 10000;
    }
    return r;
}

static const char *classify(int c) {
    switch (c) {
    case '0' ... '9': return "digit";
    case 'a' ... 'f':
    case 'A' ... 'F': return "hex";
    case 'g' ... 'z': return "letter";
    case -10 ... -1: return "negative";
    case 1000 ... 2000: return "thousands";
    }
    return "other";
}

static int wide(unsigned long long v) {
    switch (v) {
    case 0x100000000ull: return 1;
    case 0xffffffffffffffffull: return 2;
    case 0: return 3;
    case 0x8000000000000000ull ... 0x8000000000000010ull: return 4;
    default: return 5;
    }
}

static int nested(int a, int b) {
    switch (a) {
    case 1:
        switch (b) {
        case 1: return 11;
        case 2: break;
        default: return 19;
        }
        return 12;
    case 2:
        if (b > 5) {
    case 3:
            return 23;
        }
        return 20;
    }
    return 0;
}

int main(void) {
    for (int i = -1; i < 5; i++) printf("%d ", fall(i));
    puts("");
    int probe[] = {'5', 'c', 'F', 'q', -3, -11, 1500, 2001, ' '};
    for (int i = 0; i < 9; i++) printf("%s ", classify(probe[i]));
    puts("");
    printf("%d %d %d %d %d %d\n", wide(1ull << 32), wide(-1ull), wide(0), wide(0x8000000000000008ull), wide(1), wide(0x8000000000000011ull));
    printf("%d %d %d %d %d %d\n", nested(1, 1), nested(1, 2), nested(1, 3), nested(2, 6), nested(2, 1), nested(3, 0));
    signed char sc = -2;
    switch (sc) { case 254: puts("wrong"); break; case -2: puts("promoted"); }
    switch ((unsigned char)sc) { case 254: puts("unsigned"); break; default: puts("wrong"); }
    int count = 0;
    for (int i = 0; i < 10; i++) {
        switch (i & 3) { case 0: continue; case 1: break; default: count += 10; continue; }
        count++;
    }
    return count;
}
