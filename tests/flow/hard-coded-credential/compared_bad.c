// A typed password is compared with one that stands in the program.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int line(char *to, int room, FILE *from) {
    if (fgets(to, room, from) == NULL)
        return 0;
    to[strcspn(to, "\n")] = '\0';
    return 1;
}

int main(void) {
    char password[20];
    if (!line(password, sizeof password, stdin))
        return 1;
    return strcmp(password, "sesame") != 0; // expect: hard-coded-credential
}
