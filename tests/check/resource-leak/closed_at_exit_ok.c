// A file is closed by a handler that runs at exit.
#include <stdio.h>
#include <stdlib.h>

static FILE *log_file;

static void finish(void) {
    if (log_file)
        fclose(log_file);
}

int main(void) {
    if (atexit(finish))
        return 1;
    log_file = fopen("log.txt", "w");
    if (!log_file)
        return 1;
    fputs("started\n", log_file);
    return 0;
}
