// The same in microseconds, by a number in a line.
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
    char text[14];
    if (!line(text, sizeof text, stdin))
        return 1;
    int time = atoi(text);
    if (time < 0 || time > 2000)
        return 1;
    return usleep(time) != 0;
}
