// Where nothing came, recvfrom says nothing of who sent it.
#include <netinet/in.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void) {
    int fd = socket(AF_INET, SOCK_DGRAM, 0);
    if (fd < 0)
        return 1;
    struct sockaddr_in from;
    socklen_t room = sizeof from;
    char bytes[4];
    ssize_t got = recvfrom(fd, bytes, sizeof bytes, 0, (struct sockaddr *)&from, &room);
    close(fd);
    if (from.sin_port == 53) // expect: uninitialised-read
        puts("a name");
    return got < 0;
}
