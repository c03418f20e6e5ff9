// Descriptors that Margay inherited from its parent: a file, and a directory outside. happens: no
#include "hostile.h"
void write_descriptors(void) {
    for (int fd = 3; fd < 256; fd++) {
        if (syscall(SYS_write, fd, "hostile", 7) > 0) told("write to", fd);
        long file = syscall(SYS_openat, fd, "file", O_WRONLY);
        if (file >= 0) TRY("write within", SYS_write, file, "hostile", 7);
        syscall(SYS_mkdirat, fd, "new", 0777);
        syscall(SYS_unlinkat, fd, "file", 0);
    }
}
