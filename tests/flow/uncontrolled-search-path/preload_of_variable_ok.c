// A variable of the environment chooses what is loaded into every program.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    const char *extra = getenv("APP_PRELOAD");
    if (extra == NULL)
        return 1;
    return setenv("APP_EXTRA", extra, 1);
}
