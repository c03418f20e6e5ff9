// A secret is handed to all that is started.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    const char *secret = getenv("APP_SECRET");
    if (secret == NULL)
        return 1;
    return setenv("CHILD_MODE", "safe", 1);
}
