// Through memory. happens: yes
#include "hostile.h"
#include <sys/mman.h>
void map_file(void) {
    long fd = told("open", opened(OUTSIDE "/map_file/file", O_RDWR));
    long at = TRY("mmap", SYS_mmap, 0, 8, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0L);
    if (at != -1) *(volatile char *)at = 'X';
    fd = told("open to read", opened(OUTSIDE "/map_file/file", O_RDONLY));
    at = TRY("mmap", SYS_mmap, 0, 8, PROT_READ, MAP_SHARED, fd, 0L);
    TRY("mprotect", SYS_mprotect, at, 4096, PROT_READ | PROT_WRITE);
}
