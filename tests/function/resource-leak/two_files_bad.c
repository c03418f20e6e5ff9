// What was opened first is closed where the second cannot be.
#include <stdio.h>

static int copy(FILE *from, FILE *to) {
    int byte;
    while ((byte = getc(from)) != EOF)
        if (putc(byte, to) == EOF)
            return -1;
    return 0;
}

int copy_file(const char *from, const char *to, int is_wanted) {
    FILE *in = fopen(from, "r"); // expect: resource-leak
    if (in == NULL)
        return -1;
    if (!is_wanted)
        return 0;
    FILE *out = fopen(to, "w");
    if (out == NULL) {
        fclose(in);
        return -1;
    }
    int status = copy(in, out);
    fclose(in);
    if (fclose(out) != 0)
        status = -1;
    return status;
}

FILE *open_either(const char *name, const char *other) {
    FILE *file = fopen(name, "r");
    if (file != NULL)
        return file;
    return fopen(other, "r");
}
