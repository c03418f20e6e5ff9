// A password that is read into a variable of that name goes to a socket.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
static int line(char *to, int room, FILE *from) {
    if (fgets(to, room, from) == NULL)
        return 0;
    to[strcspn(to, "\n")] = '\0';
    return 1;
}

int main(void) {
    char password[20], name[20];
    if (!line(name, sizeof name, stdin) || !line(password, sizeof password, stdin))
        return 1;
    int connection = socket(AF_INET, SOCK_STREAM, 0);
    if (connection < 0)
        return 1;
    long sent = send(connection, password, 8, 0); // expect: cleartext-transmission
    close(connection);
    return sent < 0;
}
