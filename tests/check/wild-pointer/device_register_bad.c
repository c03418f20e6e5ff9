// A register of a device, on a machine that has none.
#include <stdint.h>
#include <stdio.h>

static uint32_t emulated = 7;

int main(void) {
    volatile uint32_t *status = (volatile uint32_t *)(uintptr_t)0x40001000;
    if (*status & 1) // expect: wild-pointer
        puts("ready");
    return emulated == 0;
}
