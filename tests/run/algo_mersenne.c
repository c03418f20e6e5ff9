// Random generators by formula: Mersenne twister, xorshift, PCG, shuffling and sampling.
#include <stdint.h>
#include <stdio.h>

static uint32_t mt[624];
static int at;

static void seed(uint32_t s) {
    mt[0] = s;
    for (int i = 1; i < 624; i++) mt[i] = 1812433253u * (mt[i - 1] ^ mt[i - 1] >> 30) + (uint32_t)i;
    at = 624;
}
static uint32_t next(void) {
    if (at == 624) {
        for (int i = 0; i < 624; i++) {
            uint32_t y = (mt[i] & 0x80000000u) | (mt[(i + 1) % 624] & 0x7fffffffu);
            mt[i] = mt[(i + 397) % 624] ^ y >> 1 ^ (y & 1 ? 0x9908b0dfu : 0);
        }
        at = 0;
    }
    uint32_t y = mt[at++];
    y ^= y >> 11;
    y ^= y << 7 & 0x9d2c5680u;
    y ^= y << 15 & 0xefc60000u;
    return y ^ y >> 18;
}
static uint64_t pcg_state = 0x853c49e6748fea9bull;
static uint32_t pcg(void) {
    uint64_t old = pcg_state;
    pcg_state = old * 6364136223846793005ull + 0xda3e39cb94b95bdbull;
    uint32_t x = (uint32_t)((old >> 18 ^ old) >> 27);
    unsigned rot = (unsigned)(old >> 59);
    return x >> rot | x << (-rot & 31);
}
static uint64_t split_state = 42;
static uint64_t splitmix(void) {
    uint64_t z = split_state += 0x9e3779b97f4a7c15ull;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return z ^ z >> 31;
}

int main(void) {
    seed(5489);
    for (int i = 0; i < 5; i++) printf("%u ", next());
    puts("");
    for (int i = 0; i < 994; i++) next();
    printf("%u\n", next());
    for (int i = 0; i < 5; i++) printf("%08x ", pcg());
    puts("");
    for (int i = 0; i < 3; i++) printf("%016llx ", (unsigned long long)splitmix());
    puts("");
    int deck[52];
    for (int i = 0; i < 52; i++) deck[i] = i;
    for (int i = 51; i > 0; i--) {
        int j = (int)(next() % (uint32_t)(i + 1)), t = deck[i];
        deck[i] = deck[j];
        deck[j] = t;
    }
    for (int i = 0; i < 13; i++) printf("%c%c ", "A23456789TJQK"[deck[i] % 13], "shdc"[deck[i] / 13]);
    puts("");
    int inside = 0;
    for (int i = 0; i < 2000; i++) {
        double x = next() / 4294967296.0, y = next() / 4294967296.0;
        inside += x * x + y * y < 1;
    }
    printf("%.3f\n", inside * 4 / 2000.0);
    return deck[0];
}
