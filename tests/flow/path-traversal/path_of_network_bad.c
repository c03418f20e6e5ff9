// The other side of a connection names any file.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void) {
    char path[20];
    int connection = socket(AF_INET, SOCK_STREAM, 0);
    if (connection < 0)
        return 1;
    long got = recv(connection, path, sizeof path - 1, 0);
    close(connection);
    if (got <= 0)
        return 1;
    path[got] = '\0';
    return remove(path); // expect: path-traversal
}
