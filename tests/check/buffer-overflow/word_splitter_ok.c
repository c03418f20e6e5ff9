// Words of a line are kept by their start; there may be more words than places.
#include <stdio.h>

static int split(char *line, char **words, int most) {
    int count = 0;
    char *s = line;
    while (*s != '\0') {
        while (*s == ' ')
            *s++ = '\0';
        if (*s == '\0')
            break;
        if (count == most)
            return count;
        words[count++] = s;
        while (*s != '\0' && *s != ' ')
            s++;
    }
    return count;
}

int main(void) {
    char line[12];
    char *words[3];
    if (fgets(line, sizeof line, stdin) == NULL)
        return 1;
    printf("%d words\n", split(line, words, 3));
    return 0;
}
