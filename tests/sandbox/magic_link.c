// Links that the kernel makes up. happens: yes
#include "hostile.h"
#define PLACE OUTSIDE "/magic_link"
void magic_link(void) {
    told("root", opened("/proc/self/root" PLACE "/new", O_CREAT | O_WRONLY));
    told("root of 1", opened("/proc/1/root" PLACE "/new2", O_CREAT | O_WRONLY));
    told("cwd of the sibling", opened("/proc/" STRING(SIBLING) "/cwd" PLACE "/new3", O_CREAT | O_WRONLY));
    long fd = told("read", opened(PLACE "/file", O_RDONLY));
    char path[] = "/proc/self/fd/0";
    path[14] = (char)('0' + (fd > 0 && fd < 10 ? fd : 9));
    TRY("write", SYS_write, told("reopen", opened(path, O_WRONLY | O_TRUNC)), "x", 1);
}
