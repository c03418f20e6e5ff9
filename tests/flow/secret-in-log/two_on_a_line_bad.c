// Of two variables on a line the second is read.
#include <stdio.h>

static char user[32], password[32];

int main(void) {
    if (fgets(password, sizeof password, stdin) == NULL)
        return 1;
    fprintf(stderr, "no login of %s", password); // expect: secret-in-log
    return user[0] == password[0];
}
