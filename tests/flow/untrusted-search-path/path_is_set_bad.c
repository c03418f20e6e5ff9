// Who sets PATH knows what is found.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    return system("ls -la") != 0; // expect: untrusted-search-path
}
