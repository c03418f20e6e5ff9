// ends: time, happens: no
#include "hostile.h"
void stop_itself(void) {
    for (;;) syscall(SYS_kill, syscall(SYS_getpid), SIGSTOP);
}
