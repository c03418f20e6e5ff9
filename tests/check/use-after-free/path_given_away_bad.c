// The second path of a link is read, too.
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    char *path = strdup("old");
    if (!path)
        return 1;
    free(path);
    return link("new", path); // expect: use-after-free
}
