// Directories within directories, without rights, which have to be removed. ends: any, happens: no
#include "hostile.h"
void disk_deep(void) {
    TRY("closed", SYS_mkdirat, AT_FDCWD, "closed", 0);
    for (int i = 0; i < 3000; i++) {
        syscall(SYS_mkdirat, AT_FDCWD, "deep", 0700);
        syscall(SYS_chdir, "deep");
    }
    TRY("closed", SYS_mkdirat, AT_FDCWD, "closed", 0);
}
