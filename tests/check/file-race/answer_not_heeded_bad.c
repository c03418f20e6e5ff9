// The answer of the check decides whether the file is used; or it is only told.
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
    if (argc != 2) {
        return 1;
    }
    int missing = access(argv[1], F_OK);
    if (missing) {
        return 1;
    }
    FILE *log = fopen(argv[1], "a"); // expect: file-race
    if (log == NULL) {
        return 1;
    }
    fprintf(log, "%d\n", missing);
    fclose(log);
    return 0;
}
