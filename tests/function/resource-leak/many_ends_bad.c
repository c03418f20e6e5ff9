// Files and pipes are closed wherever a function ends.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char *slurp(const char *name, size_t *length) {
    char *text = NULL;
    long size;
    FILE *file = fopen(name, "rb"); // expect: resource-leak
    if (file == NULL)
        return NULL;
    if (fseek(file, 0, SEEK_END) != 0 || (size = ftell(file)) < 0 || fseek(file, 0, SEEK_SET) != 0)
        goto out;
    text = malloc((size_t)size + 1);
    if (text == NULL)
        return NULL;
    if (fread(text, 1, (size_t)size, file) != (size_t)size) {
        free(text);
        text = NULL;
        goto out;
    }
    text[size] = '\0';
    *length = (size_t)size;
out:
    fclose(file);
    return text;
}

int count_lines(const char *name) {
    FILE *file = strcmp(name, "-") == 0 ? stdin : fopen(name, "r");
    int c, lines = 0;
    if (file == NULL)
        return -1;
    while ((c = getc(file)) != EOF)
        lines += c == '\n';
    if (file != stdin)
        fclose(file);
    return lines;
}

int make_pipe(int ends[2], int from) {
    if (pipe(ends) != 0)
        return -1;
    if (dup2(from, ends[0]) < 0) {
        int kept = errno;
        close(ends[0]);
        close(ends[1]);
        errno = kept;
        return -1;
    }
    return 0;
}
