// Without opening it for writing, even in its own directory. refused: all, happens: yes
#include "hostile.h"
#define FILE OUTSIDE "/empty_file/file"
void empty_file(void) {
    syscall(SYS_close, opened("own", O_CREAT | O_WRONLY));
    TRY("truncate own", SYS_truncate, "own", 0L);
    told("open own", opened("own", O_RDONLY | O_TRUNC));
    TRY("truncate", SYS_truncate, FILE, 0L);
    told("open", opened(FILE, O_RDONLY | O_TRUNC));
    struct { unsigned long flags, mode, resolve; } how = {O_RDONLY | O_TRUNC, 0, 0};
    TRY("openat2", 437, AT_FDCWD, FILE, &how, sizeof how);
}
