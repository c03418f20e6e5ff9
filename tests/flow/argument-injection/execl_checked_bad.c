// The same by execl; the twin refuses a dash.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static int line(char *to, int room, FILE *from) {
    if (fgets(to, room, from) == NULL)
        return 0;
    to[strcspn(to, "\n")] = '\0';
    return 1;
}

int main(void) {
    char name[20];
    if (!line(name, sizeof name, stdin))
        return 1;
    execl("/usr/bin/wc", "wc", name, (char *)NULL); // expect: argument-injection
    return 1;
}
