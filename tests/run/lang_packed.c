// Packed structs: layout, unaligned members, arrays of packed records, nested packing.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct __attribute__((packed)) rec {
    uint8_t kind;
    uint32_t size;
    uint16_t flags;
    uint64_t offset;
    float ratio;
    double exact;
    void *ptr;
};

#pragma pack(push, 2)
struct two { char a; int b; char c; double d; };
#pragma pack(pop)

struct nested { char c; struct rec r; int tail; };
struct partly { char c; int i __attribute__((packed)); short s; };

static uint32_t get32(const void *p) {
    const struct __attribute__((packed)) { uint32_t v; } *u = p;
    return u->v;
}

static void put16(void *p, uint16_t v) { memcpy(p, &v, 2); }

int main(void) {
    printf("%zu %zu %zu %zu\n", sizeof(struct rec), sizeof(struct two), sizeof(struct nested), sizeof(struct partly));
    printf("%zu %zu %zu\n", offsetof(struct rec, offset), offsetof(struct two, d), offsetof(struct nested, tail));
    int target = 5;
    struct rec r = {7, 0xdeadbeef, 0x1234, 0x0102030405060708ull, 0.5f, -1.25, &target};
    unsigned char raw[sizeof r];
    memcpy(raw, &r, sizeof r);
    for (size_t i = 0; i < offsetof(struct rec, ptr); i++) printf("%02x", raw[i]);
    puts("");
    struct rec arr[3];
    for (int i = 0; i < 3; i++) {
        arr[i] = r;
        arr[i].size += (unsigned)i;
        arr[i].offset <<= i;
        arr[i].exact *= i;
        *(int *)arr[i].ptr += i;
    }
    for (int i = 0; i < 3; i++)
        printf("%x %x %llx %g %g %d\n", arr[i].size, arr[i].flags, (unsigned long long)arr[i].offset, (double)arr[i].ratio, arr[i].exact, *(int *)arr[i].ptr);
    printf("%td\n", (char *)&arr[2] - (char *)&arr[0]);
    for (int i = 0; i < 6; i++) printf("%08x ", get32(raw + i));
    puts("");
    put16(raw + 1, 0xa0b0);
    memcpy(&r, raw, sizeof r);
    printf("%x\n", r.size);
    struct nested n = {'n', r, 99};
    n.r.flags++;
    struct nested copy = n;
    printf("%x %d %c\n", copy.r.flags, copy.tail, copy.c);
    struct two t = {'a', -2, 'c', 0.125};
    printf("%d %g\n", t.b, t.d);
    return (int)sizeof(struct rec);
}
