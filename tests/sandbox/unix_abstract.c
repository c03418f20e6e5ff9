// A socket with a name that is no path. refused: all, happens: yes
#include "hostile.h"
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
void unix_abstract(void) {
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    strcpy(to.sun_path + 1, ABSTRACT);
    unsigned size = offsetof(struct sockaddr_un, sun_path) + 1 + strlen(ABSTRACT);
    long fd = TRY("socket", SYS_socket, AF_UNIX, SOCK_STREAM, 0);
    TRY("connect", SYS_connect, fd, &to, size);
}
