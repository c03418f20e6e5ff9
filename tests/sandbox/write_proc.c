// Files of another process and of the kernel. refused: all, happens: yes
#include "hostile.h"
void write_proc(void) {
    long fd = told("oom", opened("/proc/" STRING(SIBLING) "/oom_score_adj", O_WRONLY));
    TRY("write", SYS_write, fd, "600", 3);
    told("hostname", opened("/proc/sys/kernel/hostname", O_WRONLY));
    told("core_pattern", opened("/proc/sys/kernel/core_pattern", O_WRONLY));
    told("sysrq", opened("/proc/sysrq-trigger", O_WRONLY));
    told("environ", opened("/proc/1/environ", O_RDONLY));
}
