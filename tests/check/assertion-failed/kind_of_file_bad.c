// Standard input may be a directory.
#include <assert.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
    struct stat status;
    if (fstat(0, &status) != 0 || isatty(0))
        return 1;
    assert(status.st_size >= 0);
    assert(!S_ISDIR(status.st_mode)); // expect: assertion-failed
    return 0;
}
