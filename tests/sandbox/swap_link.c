// Directories without rights become links to one of the user's while the warden looks at them. happens: no
#include "hostile.h"
#define MANY 1000
static char name[] = "a/000";
static void number(char parent, int i) {
    name[0] = parent;
    for (int k = 4; k > 1; k--, i /= 10) name[k] = (char)('0' + i % 10);
}
void swap_link(void) {
    TRY("mkdir", SYS_mkdirat, AT_FDCWD, "a", 0700);
    TRY("mkdir", SYS_mkdirat, AT_FDCWD, "b", 0700);
    for (int i = 0; i < MANY; i++) {
        number('a', i);
        syscall(SYS_mkdirat, AT_FDCWD, name, 0);
        number('b', i);
        syscall(SYS_symlinkat, OUTSIDE "/swap_link/closed", AT_FDCWD, name);
    }
    // All at once, some hundred times between two looks and within each.
    struct { long seconds, nanoseconds; } pause = {0, 100000};
    for (int i = 0; i < 1000; i++) {
        syscall(SYS_renameat2, AT_FDCWD, "a", AT_FDCWD, "b", 2);
        syscall(SYS_nanosleep, &pause, 0);
    }
    TRY("exchange", SYS_renameat2, AT_FDCWD, "a", AT_FDCWD, "b", 2);
}
