// What ends the quotes is escaped as a shell wants it, but in quotes a backslash escapes nothing.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int line(char *to, int room, FILE *from) {
    if (fgets(to, room, from) == NULL)
        return 0;
    to[strcspn(to, "\n")] = '\0';
    return 1;
}

static void quote(char *to, const char *from) {
    *to++ = '\'';
    for (; *from != '\0'; from++) {
        if (*from == '\'') {
            memcpy(to, "\\'", 2);
            to += 2;
        } else {
            *to++ = *from;
        }
    }
    *to++ = '\'';
    *to = '\0';
}

int main(void) {
    char name[8], quoted[40], command[80];
    if (!line(name, sizeof name, stdin))
        return 1;
    quote(quoted, name);
    snprintf(command, sizeof command, "/bin/ls -- %s", quoted);
    return system(command) != 0; // expect: command-injection
}
