// Who started it, and the first of all processes. happens: no
#include "hostile.h"
void kill_parent(void) {
    TRY("kill parent", SYS_kill, syscall(SYS_getppid), SIGKILL);
    TRY("kill 1", SYS_kill, 1, SIGKILL);
    long group = syscall(SYS_getpgid, syscall(SYS_getppid));
    if (group > 1) TRY("kill group of parent", SYS_kill, -group, SIGKILL);
}
