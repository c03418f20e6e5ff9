// refused: all, happens: maybe
#include "hostile.h"
#define FILE OUTSIDE "/change_attributes/file"
void change_attributes(void) {
    TRY("setxattr", SYS_setxattr, FILE, "user.hostile", "x", 1, 0);
    TRY("fsetxattr", SYS_fsetxattr, opened(FILE, O_RDONLY), "user.hostile", "x", 1, 0);
    TRY("removexattr", SYS_removexattr, FILE, "user.hostile");
}
