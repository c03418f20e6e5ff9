// Packed structs with bit-fields that cross byte and word boundaries.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct __attribute__((packed)) tight {
    uint8_t tag : 3;
    uint32_t value : 29;
    uint16_t extra : 13;
    int8_t delta : 5;
    uint64_t big : 46;
};

struct __attribute__((packed)) mixed {
    char c;
    uint32_t lo : 20;
    uint32_t hi : 20;
    short s;
};

static void dump(const void *p, size_t n) {
    const unsigned char *b = p;
    for (size_t i = 0; i < n; i++) printf("%02x", b[i]);
    printf(" size %zu\n", n);
}

int main(void) {
    struct tight t;
    memset(&t, 0, sizeof t);
    t.tag = 6;
    t.value = 0x12345678;
    t.extra = 0x1abc;
    t.delta = -9;
    t.big = 0x3123456789abull;
    dump(&t, sizeof t);
    printf("%u %x %x %d %llx\n", t.tag, t.value, t.extra, t.delta, (unsigned long long)t.big);

    struct tight arr[3];
    memset(arr, 0xff, sizeof arr);
    arr[1] = t;
    arr[0].value = 0;
    arr[2].big = 1;
    arr[2].delta = 15;
    dump(arr, sizeof arr);
    for (int i = 0; i < 3; i++) {
        arr[i].value += 0x1000;
        arr[i].delta ^= 1;
        printf("%x %d %llx\n", arr[i].value, arr[i].delta, (unsigned long long)arr[i].big);
    }

    struct mixed m;
    memset(&m, 0, sizeof m);
    m.c = 'M';
    m.lo = 0xfffff;
    m.hi = 0x54321;
    m.s = -2;
    dump(&m, sizeof m);
    m.lo++;
    m.hi--;
    printf("%x %x %d %c\n", m.lo, m.hi, m.s, m.c);
    return t.tag;
}
