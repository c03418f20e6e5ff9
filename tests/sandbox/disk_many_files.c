// Small ones, as many as can be. ends: disk, happens: no
#include "hostile.h"
void disk_many_files(void) {
    char name[] = "small-aaaaa";
    for (unsigned i = 0;; i++) {
        for (unsigned k = 0, rest = i; k < 5; k++, rest /= 26) name[6 + k] = (char)('a' + rest % 26);
        long fd = opened(name, O_CREAT | O_WRONLY);
        syscall(SYS_write, fd, name, sizeof name);
        syscall(SYS_close, fd);
    }
}
