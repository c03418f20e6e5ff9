// As large as it gets, without a word about limits. ends: any, happens: no
#include "hostile.h"
static char much[1 << 20];
void disk_one_file(void) {
    unsigned long all = ~0UL;
    syscall(SYS_rt_sigprocmask, SIG_SETMASK, &all, 0, 8);
    long fd = told("open", opened("large", O_CREAT | O_WRONLY));
    TRY("fallocate", SYS_fallocate, fd, 0, 0L, 1L << 40);
    for (int i = 0; i < 100000 && syscall(SYS_write, fd, much, sizeof much) > 0; i++) {}
}
