// A text is extended by printing it into itself.
#include <stdio.h>
#include <string.h>

int main(void) {
    char path[32] = "/usr";
    strncat(path, "/lib", sizeof path - strlen(path) - 1);
    puts(path);
    return 0;
}
