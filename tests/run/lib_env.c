// Environment: setenv, unsetenv, putenv, getenv, overwriting and environ of the process.
// flags: -D_GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *get(const char *n) {
    const char *v = getenv(n);
    return v ? v : "(unset)";
}

int main(void) {
    printf("%s\n", get("MARGAY_NO_SUCH_NAME"));
    printf("%d ", setenv("ALPHA", "one", 0));
    printf("%s\n", get("ALPHA"));
    printf("%d ", setenv("ALPHA", "two", 0));
    printf("%s\n", get("ALPHA"));
    printf("%d ", setenv("ALPHA", "three", 1));
    printf("%s\n", get("ALPHA"));
    char name[] = "BETA", value[] = "copied";
    setenv(name, value, 1);
    value[0] = 'X';
    printf("%s\n", get("BETA"));
    static char entry[] = "GAMMA=put";
    putenv(entry);
    printf("%s\n", get("GAMMA"));
    entry[6] = 'P';
    printf("%s\n", get("GAMMA"));
    printf("%d ", unsetenv("ALPHA"));
    printf("%s\n", get("ALPHA"));
    printf("%d\n", unsetenv("MARGAY_NO_SUCH_NAME"));
    setenv("EMPTY", "", 1);
    printf("[%s] %d\n", get("EMPTY"), getenv("EMPTY") != NULL);
    printf("%d %d\n", setenv("", "x", 1), setenv("A=B", "x", 1));
    int found = 0;
    for (char **e = environ; *e; e++) found += !strncmp(*e, "BETA=", 5) || !strncmp(*e, "GAMMA=", 6) || !strncmp(*e, "EMPTY=", 6);
    printf("%d\n", found);
    clearenv();
    printf("%s\n", get("BETA"));
    return found;
}
