// A line of input goes into the log.
#include <stdio.h>

static void log_text(FILE *out, const char *text) {
    fputs(text, out);
}

int main(void) {
    char line[16];
    while (fgets(line, sizeof line, stdin) != NULL)
        log_text(stderr, line);
    return 0;
}
