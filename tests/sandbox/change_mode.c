// refused: all, happens: yes
#include "hostile.h"
#define FILE OUTSIDE "/change_mode/file"
void change_mode(void) {
#ifdef SYS_chmod
    TRY("chmod", SYS_chmod, FILE, 0777);
#endif
    TRY("fchmodat", SYS_fchmodat, AT_FDCWD, FILE, 0777);
    TRY("fchmodat2", 452, AT_FDCWD, FILE, 0777, 0);
    TRY("fchmod", SYS_fchmod, opened(FILE, O_RDONLY), 0777);
    TRY("chmod of a directory", SYS_fchmodat, AT_FDCWD, OUTSIDE "/change_mode", 0777);
}
