// A file that tells its owner when something can be read. happens: yes
#include "hostile.h"
void signal_by_file(void) {
    int ends[2];
    TRY("pipe2", SYS_pipe2, ends, 0);
    TRY("F_SETOWN", SYS_fcntl, ends[0], F_SETOWN, SIBLING);
    TRY("F_SETSIG", SYS_fcntl, ends[0], 10, SIGIO);
    TRY("O_ASYNC", SYS_fcntl, ends[0], F_SETFL, O_ASYNC);
    TRY("write", SYS_write, ends[1], "x", 1);
}
