// Out of the directory, into it, and away. happens: yes
#include "hostile.h"
#define PLACE OUTSIDE "/rename_outside"
void rename_outside(void) {
    told("create", opened("inside", O_CREAT | O_WRONLY));
    TRY("rename out", SYS_renameat, AT_FDCWD, "inside", AT_FDCWD, PLACE "/new");
    TRY("rename in", SYS_renameat, AT_FDCWD, PLACE "/file", AT_FDCWD, "taken");
    TRY("exchange", SYS_renameat2, AT_FDCWD, PLACE "/file", AT_FDCWD, "inside", 2);
    TRY("unlink", SYS_unlinkat, AT_FDCWD, PLACE "/file", 0);
    TRY("rmdir", SYS_unlinkat, AT_FDCWD, PLACE, AT_REMOVEDIR);
}
