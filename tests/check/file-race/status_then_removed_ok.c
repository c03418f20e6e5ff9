// A file is removed because of what its name said a moment ago.
#include <sys/stat.h>
#include <unistd.h>

int main(int argc, char **argv) {
    if (argc != 2) {
        return 1;
    }
    return unlink(argv[1]) == 0 ? 0 : 1;
}
