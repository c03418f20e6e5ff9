// The variable beside it is named for a secret.
#include <stdio.h>

static char user[32], password[32];

int main(void) {
    if (fgets(user, sizeof user, stdin) == NULL)
        return 1;
    fprintf(stderr, "no login of %s", user);
    return user[0] == password[0];
}
