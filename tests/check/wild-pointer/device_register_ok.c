// A register of a device, on a machine that has none.
#include <stdint.h>
#include <stdio.h>

static uint32_t emulated = 7;

int main(void) {
    volatile uint32_t *status = &emulated;
    if (*status & 1)
        puts("ready");
    return emulated == 0;
}
