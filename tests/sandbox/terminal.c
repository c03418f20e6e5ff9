// What the user would type. happens: no
#include "hostile.h"
void terminal(void) {
    char path[] = "/dev/pts/0";
    for (char digit = '0'; digit <= '9'; digit++) {
        path[9] = digit;
        long fd = told(path, opened(path, O_RDWR | O_NOCTTY));
        TRY("TIOCSTI", SYS_ioctl, fd, 0x5412, "#");
    }
    told("tty", opened("/dev/tty", O_RDWR));
    for (int fd = 0; fd < 16; fd++) syscall(SYS_ioctl, fd, 0x5412, "#");
}
