// To the owner that it has, which changes its times at least. refused: all, happens: yes
#include "hostile.h"
#define FILE OUTSIDE "/change_owner/file"
void change_owner(void) {
    int user = (int)syscall(SYS_getuid), group = (int)syscall(SYS_getgid);
    TRY("fchownat", SYS_fchownat, AT_FDCWD, FILE, user, group, 0);
    TRY("fchown", SYS_fchown, opened(FILE, O_RDONLY), user, group);
    TRY("fchownat to another", SYS_fchownat, AT_FDCWD, FILE, 1, 1, 0);
}
