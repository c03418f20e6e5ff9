// refused: all, happens: yes
#include "hostile.h"
#include <netinet/in.h>
void tcp(void) {
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = __builtin_bswap16(TCP_PORT)};
    to.sin_addr.s_addr = __builtin_bswap32(0x7f000001);
    long fd = TRY("socket", SYS_socket, AF_INET, SOCK_STREAM, 0);
    TRY("connect", SYS_connect, fd, &to, sizeof to);
    TRY("write", SYS_write, fd, "secret", 6);
}
