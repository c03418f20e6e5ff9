// The second path of a link is read, too.
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    char *path = strdup("old");
    if (!path)
        return 1;
    int result = link("new", path);
    free(path);
    return result;
}
