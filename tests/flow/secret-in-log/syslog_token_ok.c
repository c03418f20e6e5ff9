// A token is logged.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>

int main(void) {
    const char *token = getenv("API_TOKEN");
    if (token == NULL)
        return 1;
    syslog(LOG_INFO, "token %s", "is set");
    return 0;
}
