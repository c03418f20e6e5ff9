// What comes over a connection is given to a shell that exec starts.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void) {
    char command[40] = "ls ";
    int connection = socket(AF_INET, SOCK_STREAM, 0);
    if (connection < 0)
        return 1;
    long got = recv(connection, command + 3, 20, 0);
    close(connection);
    if (got <= 0)
        return 1;
    command[3 + got] = '\0';
    execl("/bin/sh", "sh", "-c", command, (char *)NULL); // expect: command-injection
    return 1;
}
