// One argument is checked, and that one or the other is used.
#include <sys/stat.h>
#include <unistd.h>

int main(int argc, char **argv) {
    struct stat status;
    if (argc != 3 || stat(argv[1], &status) != 0 || status.st_uid != getuid()) {
        return 1;
    }
    return chmod(argv[1], 0600) == 0 ? 0 : 1; // expect: file-race
}
