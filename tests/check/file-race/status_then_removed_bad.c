// A file is removed because of what its name said a moment ago.
#include <sys/stat.h>
#include <unistd.h>

int main(int argc, char **argv) {
    if (argc != 2) {
        return 1;
    }
    struct stat status;
    if (lstat(argv[1], &status) != 0 || S_ISLNK(status.st_mode)) {
        return 1;
    }
    return unlink(argv[1]) == 0 ? 0 : 1; // expect: file-race
}
