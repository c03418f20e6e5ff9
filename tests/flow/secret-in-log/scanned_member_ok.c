// The member beside it is none.
#include <stdio.h>

struct login {
    char user[16];
    char password[16];
};

int main(void) {
    struct login login;
    if (scanf("%15s %15s", login.user, login.password) != 2)
        return 1;
    fprintf(stderr, "no login of %s\n", login.user);
    return 0;
}
