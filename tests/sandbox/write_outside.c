// happens: yes
#include "hostile.h"
#define PLACE OUTSIDE "/write_outside"
void write_outside(void) {
    TRY("write", SYS_write, told("open", opened(PLACE "/file", O_WRONLY)), "hostile", 7);
    TRY("truncate", SYS_truncate, PLACE "/file", 0);
    told("create", opened(PLACE "/new", O_CREAT | O_WRONLY));
    told("nameless", opened(PLACE, O_TMPFILE | O_RDWR));
    TRY("mkdir", SYS_mkdirat, AT_FDCWD, PLACE "/directory", 0777);
    TRY("mknod", SYS_mknodat, AT_FDCWD, PLACE "/fifo", 0010666, 0);
    told("tmp", opened("/tmp/" STRING(TAG), O_CREAT | O_WRONLY));
    told("shm", opened("/dev/shm/" STRING(TAG), O_CREAT | O_WRONLY));
}
