// A password stands in the program.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *crypt(const char *, const char *);

int main(void) {
    const char *password = getenv("APP_PASSWORD");
    if (password == NULL)
        return 1;
    return crypt(password, "$6$abcdefgh$") == NULL;
}
