// The same, but of no directory. ends: disk, happens: no
#include "hostile.h"
static char much[1 << 20];
void disk_nameless(void) {
    for (int i = 0; i < 400; i++) {
        long fd = opened("gone", O_CREAT | O_EXCL | O_WRONLY);
        syscall(SYS_unlinkat, AT_FDCWD, "gone", 0);
        for (int k = 0; k < 60 && syscall(SYS_write, fd, much, sizeof much) > 0; k++) {}
    }
    for (;;) nap();
}
