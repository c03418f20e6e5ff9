// refused: all, happens: yes
#include "hostile.h"
#include <arpa/inet.h>
#include <netinet/in.h>
void udp(void) {
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = __builtin_bswap16(UDP_PORT)};
    to.sin_addr.s_addr = __builtin_bswap32(0x7f000001);
    long fd = TRY("socket", SYS_socket, AF_INET, SOCK_DGRAM, 0);
    TRY("sendto", SYS_sendto, fd, "secret", 6, 0, &to, sizeof to);
}
