// Who sets PATH knows what is found.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    if (setenv("PATH", "/usr/bin:/bin", 1) != 0)
        return 1;
    return system("ls -la") != 0;
}
