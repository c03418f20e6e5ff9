// refused: all, happens: yes
#include "hostile.h"
void renice_sibling(void) {
    TRY("setpriority", SYS_setpriority, 0, SIBLING, 19);
    struct { int priority; } other = {0};
    TRY("sched_setscheduler", SYS_sched_setscheduler, SIBLING, 3 /* batch */, &other);
    TRY("ioprio_set", SYS_ioprio_set, 1, SIBLING, 3 << 13);
}
