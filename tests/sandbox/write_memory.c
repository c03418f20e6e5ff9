// By way of /proc. refused: all, happens: maybe
#include "hostile.h"
void write_memory(void) {
    long fd = told("mem", opened("/proc/" STRING(SIBLING) "/mem", O_RDWR));
    TRY("pwrite", SYS_pwrite64, fd, "\5", 1, VARIABLE);
}
