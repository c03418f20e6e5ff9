// Daemons, and a program that waits with them: for a test that kills Margay meanwhile. ends: time, happens: no
#include "hostile.h"
#define FORK() syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0)
void daemon_at_end(void) {
    for (int i = 0; i < 3; i++) {
        if (FORK()) continue;
        syscall(SYS_setsid);
        if (FORK()) syscall(SYS_exit_group, 0);
        syscall(SYS_setsid);
        for (;;) nap();
    }
    for (;;) nap();
}
