// Deaf to all signals that can be ignored. ends: time, happens: no
#include "hostile.h"
void sleep_for_ever(void) {
    unsigned long all = ~0UL;
    TRY("mask", SYS_rt_sigprocmask, SIG_SETMASK, &all, 0, 8);
    for (;;) nap();
}
