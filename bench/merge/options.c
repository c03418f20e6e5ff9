/* Words that set options. */
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
    int all = 0, verbose = 0, depth = 0;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "-a")) all = 1; else if (!strcmp(argv[i], "-v")) verbose++; else if (!strcmp(argv[i], "-d")) depth += 2; else return 1;
    }
    printf("%d %d %d\n", all, verbose, depth);
    return 0;
}
