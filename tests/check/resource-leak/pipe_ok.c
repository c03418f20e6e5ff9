// A pipe has two ends.
#include <unistd.h>

int main(void) {
    int ends[2];
    if (pipe(ends) != 0)
        return 1;
    write(ends[1], "x", 1);
    close(ends[1]);
    close(ends[0]);
    return 0;
}
