// A socket is made and given up when the address is bad.
#include <arpa/inet.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

static int ready(const char *host) {
    struct in_addr address;
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd < 0)
        return 0;
    if (inet_aton(host, &address) == 0) {
        close(fd);
        return 0;
    }
    close(fd);
    return 1;
}

int main(int argc, char **argv) {
    printf("%d\n", ready(argc > 1 ? argv[1] : "127.0.0.1"));
    return 0;
}
