// A socket with a path, as a stream and as datagrams. refused: all, happens: yes
#include "hostile.h"
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
void unix_path(void) {
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    strcpy(to.sun_path, SOCKETS "/stream");
    long fd = TRY("socket", SYS_socket, AF_UNIX, SOCK_STREAM, 0);
    TRY("connect", SYS_connect, fd, &to, sizeof to);
    strcpy(to.sun_path, SOCKETS "/datagrams");
    fd = TRY("socket", SYS_socket, AF_UNIX, SOCK_DGRAM, 0);
    TRY("sendto", SYS_sendto, fd, "secret", 6, 0, &to, sizeof to);
    int pair[2] = {-1, -1};
    TRY("socketpair", SYS_socketpair, AF_UNIX, SOCK_DGRAM, 0, pair);
    TRY("sendto", SYS_sendto, pair[0], "secret", 6, 0, &to, sizeof to);
}
