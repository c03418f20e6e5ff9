// Tells every listener that all is well, through every open descriptor. happens: no
#include "hostile.h"
void forge_end(void) {
    static const char words[] = "exited 0\n";
    for (int fd = 3; fd < 64; fd++) syscall(SYS_write, fd, words, sizeof words - 1);
    char path[] = "/proc/0/fd/1";
    for (char digit = '1'; digit <= '9'; digit++) {
        path[6] = digit;
        long fd = opened(path, O_WRONLY);
        if (syscall(SYS_getpid) != digit - '0') syscall(SYS_write, fd, words, sizeof words - 1);
    }
    syscall(SYS_write, 1, words, sizeof words - 1);
}
