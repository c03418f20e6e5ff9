// A hundred gigabytes. ends: any, happens: no
#include "hostile.h"
#include <sys/mman.h>
void memory_hog(void) {
    long size = 100L << 30;
    long at = TRY("mmap", SYS_mmap, 0, size, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0L);
    syscall(SYS_madvise, at, size, MADV_HUGEPAGE);
    for (long offset = 0; at != -1 && offset < size; offset += 4096) ((volatile char *)at)[offset] = 1;
}
