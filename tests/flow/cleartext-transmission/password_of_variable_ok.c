// A password is sent as it is.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void) {
    const char *password = getenv("DB_PASSWORD");
    if (password == NULL)
        return 1;
    int connection = socket(AF_INET, SOCK_STREAM, 0);
    if (connection < 0)
        return 1;
    long sent = send(connection, "user", 4, 0);
    close(connection);
    return sent < 0;
}
