// The same by several processes, none of which has much. ends: memory, happens: no
#include "hostile.h"
#include <sys/mman.h>
void memory_of_many(void) {
    long size = 900L << 20;
    for (int i = 0; i < 12; i++) {
        if (syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0)) continue;
        long at = syscall(SYS_mmap, 0, size, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0L);
        syscall(SYS_madvise, at, size, MADV_HUGEPAGE);
        for (long offset = 0; at != -1 && offset < size; offset += 4096) ((volatile char *)at)[offset] = 1;
        for (;;) nap();
    }
    for (;;) nap();
}
