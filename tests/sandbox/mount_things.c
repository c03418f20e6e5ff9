// Namespaces of its own, in which it would be root. refused: all, happens: no
#include "hostile.h"
#include <sched.h>
void mount_things(void) {
    TRY("mount", SYS_mount, "tmpfs", "/usr", "tmpfs", 0, 0);
    TRY("umount", SYS_umount2, "/proc", 2);
    TRY("chroot", SYS_chroot, ".");
    TRY("unshare", SYS_unshare, CLONE_NEWUSER | CLONE_NEWNS);
    long pid = TRY("clone", SYS_clone, CLONE_NEWUSER | CLONE_NEWNET | SIGCHLD, 0, 0, 0, 0);
    if (pid == 0) syscall(SYS_exit_group, 0);
    struct { unsigned long flags, more[10]; } arguments = {.flags = CLONE_NEWUSER};
    pid = TRY("clone3", 435, &arguments, sizeof arguments);
    if (pid == 0) syscall(SYS_exit_group, 0);
    TRY("setns", SYS_setns, told("ns", opened("/proc/1/ns/net", O_RDONLY)), 0);
    TRY("mount again", SYS_mount, "tmpfs", "/usr", "tmpfs", 0, 0);
    TRY("open_tree", 428, AT_FDCWD, "/", 1);
    TRY("mkdir", SYS_mkdirat, AT_FDCWD, "/usr/" STRING(TAG), 0755);
}
