// The environment need not have the variable; the name that a caller asks for may be one that is
// always set, but that is unknown.
#include <stdlib.h>
#include <string.h>

size_t home_length(void) {
    const char *home = getenv("HOME");
    if (home == NULL)
        return 0;
    return strlen(home);
}

int is_set(const char *name) {
    const char *value = getenv(name);
    return value != NULL && value[0] == '1';
}
