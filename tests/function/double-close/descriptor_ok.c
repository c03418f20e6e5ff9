// A pipe is closed at both ends, each once.
#include <unistd.h>

int use_pipe(int keep) {
    int ends[2];
    if (pipe(ends) != 0)
        return -1;
    close(ends[0]);
    if (keep == 0)
        ends[0] = -1;
    close(ends[1]);
    return 0;
}

void close_ends(int ends[2]) {
    close(ends[0]);
    close(ends[1]);
}
