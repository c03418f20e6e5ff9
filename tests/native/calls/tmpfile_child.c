// A temporary file that a child makes longer is not empty.
// native: -O0; -O2
#include <assert.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    FILE *f = tmpfile();
    if (!f) return 1;
    pid_t child = fork();
    if (child < 0) return 1;
    if (child == 0) _exit(ftruncate(fileno(f), 4) != 0);
    int status;
    if (waitpid(child, &status, 0) != child) return 1;
    if (fgetc(f) == 0)
        assert(!"made longer");
    assert(!"empty");
    return 0;
}
