// What a mapped file says is input.
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void) {
    static const char *const kinds[] = {"text", "image", "sound"};
    int fd = open("data", O_RDONLY);
    if (fd < 0)
        return 1;
    const unsigned char *bytes = mmap(NULL, 16, PROT_READ, MAP_PRIVATE, fd, 0);
    close(fd);
    if (bytes == MAP_FAILED)
        return 1;
    unsigned kind = bytes[0];
    munmap((void *)bytes, 16);
    if (kind >= 3)
        return 1;
    puts(kinds[kind]);
    return 0;
}
