// A text is extended by printing it into itself.
#include <stdio.h>
#include <string.h>

int main(void) {
    char path[32] = "/usr";
    snprintf(path, sizeof path, "%s/lib", path); // expect: overlapping-copy
    puts(path);
    return 0;
}
