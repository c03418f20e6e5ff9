// Where a file stands, in 32 bits and in 64.
// flags: -m32
int open(const char *, int, ...);
long lseek(int, long, int);
long long lseek64(int, long long, int);
int close(int);

int main(void) {
    int fd = open("in", 0);
    if (fd < 0)
        return 1;
    long size = lseek(fd, 0, 2);
    long long wide = lseek64(fd, 0, 2);
    close(fd);
    if (size < 0 || wide < 0)
        return 1;
    int left = size == 100 ? 0 : 100 / (int)(size - 100);
    return left + (wide == 0x100000000 ? 0 : (int)(100 / (wide - 0x100000000)));
}
