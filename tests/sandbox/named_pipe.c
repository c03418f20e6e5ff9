// Somebody reads at its other end. refused: all, happens: yes
#include "hostile.h"
void named_pipe(void) {
    long fd = told("open", opened(SOCKETS "/fifo", O_WRONLY | O_NONBLOCK));
    TRY("write", SYS_write, fd, "secret", 6);
}
