// A file may be empty.
#include <stdio.h>
#include <sys/stat.h>

int main(void) {
    struct stat status;
    if (stat("data", &status) != 0)
        return 1;
    if (!S_ISREG(status.st_mode))
        return 1;
    printf("%ld records fit\n", 1000000 / (long)status.st_size); // expect: division-by-zero
    return 0;
}
