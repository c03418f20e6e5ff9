// A second name for a file, where writing is allowed. happens: yes
#include "hostile.h"
#define FILE OUTSIDE "/hard_link/file"
void hard_link(void) {
    TRY("linkat", SYS_linkat, AT_FDCWD, FILE, AT_FDCWD, "linked", 0);
    TRY("linkat of a descriptor", SYS_linkat, opened(FILE, O_RDONLY), "", AT_FDCWD, "linked", 0x1000);
    TRY("write", SYS_write, told("open", opened("linked", O_WRONLY | O_TRUNC)), "x", 1);
    told("create", opened("own", O_CREAT | O_WRONLY));
    TRY("linkat out", SYS_linkat, AT_FDCWD, "own", AT_FDCWD, OUTSIDE "/hard_link/new", 0);
}
