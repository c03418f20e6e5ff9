// strncpy fills the field; the terminator goes behind it.
#include <stdio.h>
#include <string.h>

struct user {
    int id;
    char login[8];
};

int main(int argc, char **argv) {
    struct user *u = &(struct user){.id = 1};
    if (argc < 2)
        return 1;
    strncpy(u->login, argv[1], sizeof u->login);
    u->login[sizeof u->login] = '\0'; // expect: buffer-overflow
    printf("%d\n", u->id);
    return 0;
}
