// A log is closed by hand and again by its destructor.
#include <stdio.h>

struct log {
    FILE *file;
    int lines;
};

static void log_destroy(struct log *log) {
    if (log->file != NULL)
        fclose(log->file);
}

int main(void) {
    struct log log = {fopen("app.log", "w"), 0};
    if (log.file == NULL)
        return 1;
    fputs("start\n", log.file);
    log.lines++;
    fclose(log.file);
    log.file = NULL;
    log_destroy(&log);
    return 0;
}
