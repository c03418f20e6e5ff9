// Not every user has an entry.
#include <pwd.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    struct passwd *user = getpwuid(getuid());
    if (user->pw_dir[0] != '/') // expect: unchecked-allocation
        puts("no home");
    return 0;
}
