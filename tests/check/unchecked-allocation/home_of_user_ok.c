// Not every user has an entry.
#include <pwd.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    struct passwd *user = getpwuid(getuid());
    if (!user)
        return 1;
    if (user->pw_dir[0] != '/')
        puts("no home");
    return 0;
}
