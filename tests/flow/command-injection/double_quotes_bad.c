// In double quotes commands are substituted.
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
    char word[8], command[60];
    if (!line(word, sizeof word, stdin))
        return 1;
    for (char *at = word; *at != '\0'; at++)
        if (*at == '"')
            *at = '_';
    snprintf(command, sizeof command, "/bin/grep \"%s\" /etc/hosts", word);
    return system(command) != 0; // expect: command-injection
}
