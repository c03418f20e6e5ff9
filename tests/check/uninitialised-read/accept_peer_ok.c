// Who calls is told only if the program asks for it.
#include <arpa/inet.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void) {
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    if (listener < 0)
        return 1;
    struct sockaddr_in peer;
    socklen_t len = sizeof peer;
    int fd = accept(listener, (struct sockaddr *)&peer, &len);
    if (fd >= 0) {
        if (ntohs(peer.sin_port) < 1024)
            printf("%u bytes of an address\n", (unsigned)len);
        close(fd);
    }
    close(listener);
    return 0;
}
