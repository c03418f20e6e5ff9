// Reading stdin by line: fgets with small buffers, getline, getdelim and fread of the rest.
// stdin: short\na line longer than the buffer\n\none:two:three\nrest of\nthe input
// flags: -D_GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char small[8];
    for (int i = 0; i < 6; i++) {
        if (!fgets(small, sizeof small, stdin)) return 1;
        size_t n = strlen(small);
        int whole = n && small[n - 1] == '\n';
        if (whole) small[n - 1] = 0;
        printf("%zu%c[%s]\n", n, whole ? '$' : '+', small);
    }
    char *line = NULL;
    size_t cap = 0;
    ssize_t len = getline(&line, &cap, stdin);
    printf("%zd %d %d\n", len, line[0] == '\n', cap > 1);
    len = getdelim(&line, &cap, ':', stdin);
    printf("%zd [%s]\n", len, line);
    len = getdelim(&line, &cap, ':', stdin);
    printf("%zd [%s]\n", len, line);
    len = getline(&line, &cap, stdin);
    printf("%zd [%.*s]\n", len, (int)len - 1, line);
    char rest[64];
    size_t got = fread(rest, 1, sizeof rest, stdin);
    printf("%zu [%.*s]\n", got, (int)got, rest);
    printf("%zd ", getline(&line, &cap, stdin));
    printf("%d\n", feof(stdin) != 0);
    printf("%d\n", fgets(small, sizeof small, stdin) == NULL);
    free(line);
    return (int)got;
}
