// Volatile objects: repeated reads and writes, volatile pointers, structs and parameters.
#include <stdint.h>
#include <stdio.h>

static volatile int reg;
static volatile struct { uint8_t status, data; uint16_t ctrl; } dev;
static int shadow[4];
static volatile int *const mmio = shadow;

static int poll(volatile const int *p, int limit) {
    int n = 0;
    while (*p == 0 && n < limit) n++;
    return n;
}

static void write_seq(volatile unsigned char *port, const char *s) {
    while (*s) *port = (unsigned char)*s++;
}

int main(void) {
    reg = 5;
    reg = reg + reg * reg;
    reg++;
    printf("%d\n", reg);
    int a = reg, b = reg;
    printf("%d\n", a == b);
    dev.status = 0x80;
    dev.data = 0xff;
    dev.data++;
    dev.ctrl |= 0x0f0f;
    dev.ctrl &= (uint16_t)~0x0003;
    printf("%x %x %x\n", dev.status, dev.data, dev.ctrl);
    mmio[2] = 7;
    mmio[3] = mmio[2] << 1;
    printf("%d %d\n", shadow[2], shadow[3]);
    printf("%d %d\n", poll(&reg, 10), poll(&shadow[0], 10));
    unsigned char last = 0;
    write_seq(&last, "sequence");
    printf("%c\n", last);
    volatile double vd = 0.1;
    vd += vd;
    printf("%.17g\n", vd);
    int sum = 0;
    for (volatile int i = 0; i < 10; i++) sum += i;
    printf("%d\n", sum);
    volatile char text[] = "volatile";
    for (int i = 0; text[i]; i++) text[i] ^= 0x20;
    for (int i = 0; text[i]; i++) putchar(text[i]);
    puts("");
    const volatile int cv = 3;
    int *volatile vp = &sum;
    *vp += cv;
    return sum;
}
