// Program arguments: quoting, empty words, modification in place, numbers from words.
// args: plain "two words" "" 42 -7 "a=b" 3.5 "it's"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char *argv[]) {
    printf("%d\n", argc);
    double sum = 0;
    for (int i = 1; i < argc; i++) {
        char *end;
        double v = strtod(argv[i], &end);
        if (*argv[i] && !*end) sum += v;
        printf("%d[%s] %zu\n", i, argv[i], strlen(argv[i]));
    }
    printf("%g\n", sum);
    argv[1][0] = 'P';
    puts(argv[1]);
    char *eq = strchr(argv[6], '=');
    *eq = 0;
    printf("%s -> %s\n", argv[6], eq + 1);
    char **p = argv;
    int n = 0;
    while (*++p) n += (int)strlen(*p);
    printf("%d %d\n", n, argv[argc] == NULL);
    return n;
}
