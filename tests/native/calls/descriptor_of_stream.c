// A number that the program makes up may be that of a stream's descriptor.
// native: -O0; -O2
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
    char byte;
    int free = dup(0), made_up = 2 + argc;
    close(free);
    FILE *self = fopen(argv[0], "r");
    if (!self)
        return 1;
    while (made_up < free)
        made_up++;
    if (read(made_up, &byte, 1) != 1)
        return 1;
    if (ftell(self) == 1)
        assert(!"moved");
    assert(!"not moved");
    return 0;
}
