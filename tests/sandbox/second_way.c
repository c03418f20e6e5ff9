// Ways to system calls that a filter does not see. refused: all, happens: no
#include "hostile.h"
void second_way(void) {
    char parameters[120] = {0};
    TRY("io_uring_setup", 425, 4, parameters);
    unsigned long context = 0;
    TRY("io_setup", SYS_io_setup, 4, &context);
    TRY("bpf", SYS_bpf, 0, 0, 0);
    TRY("perf_event_open", SYS_perf_event_open, 0, 0, -1, -1, 0);
    TRY("userfaultfd", SYS_userfaultfd, 1);
    TRY("unknown", 1000);
    TRY("of another ABI", 0x40000000 + SYS_socket, 1, 1, 0);
}
