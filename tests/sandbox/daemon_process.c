// Leaves its session, its parent and its directory, and lives on. happens: no
#include "hostile.h"
#define FORK() syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0)
void daemon_process(void) {
    for (int i = 0; i < 3; i++) {
        if (FORK() == 0) {
            syscall(SYS_setsid);
            if (FORK() == 0) {
                syscall(SYS_setsid);
                TRY("chdir", SYS_chdir, "/");
                for (int fd = 0; fd < 256; fd++) syscall(SYS_close, fd);
                for (;;) nap();
            }
            syscall(SYS_exit_group, 0);
        }
    }
}
