// ends: time, happens: no
#include "hostile.h"
static char much[1 << 16];
void output_flood(void) {
    for (;;) {
        syscall(SYS_write, 1, much, sizeof much);
        syscall(SYS_write, 2, much, sizeof much);
    }
}
