// A typed password is in a message on standard error.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char *getpass(const char *);

int main(void) {
    const char *typed = getpass("Password: ");
    if (typed[0] == '\0')
        return 1;
    fprintf(stderr, "%s is wrong\n", "the password");
    return 1;
}
