// getopt: flags, option arguments, unknown options, double dash and remaining words.
// args: -a -b value -cattached -x first "second word" -- -not-an-option
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int o;
    opterr = 0;
    while ((o = getopt(argc, argv, "+ab:c:d")) != -1) {
        switch (o) {
        case 'a': puts("a"); break;
        case 'b':
        case 'c': printf("%c=%s\n", o, optarg); break;
        case '?': printf("unknown %c\n", optopt); break;
        default: printf("other %d\n", o);
        }
    }
    printf("argc %d optind %d\n", argc, optind);
    for (int i = optind; i < argc; i++) printf("[%s]\n", argv[i]);
    optind = 1;
    int count = 0;
    while ((o = getopt(argc, argv, "+:ab:c")) != -1) count++;
    printf("%d %d\n", count, optind);
    char *bad[] = {"prog", "-d", "-b", NULL};
    optind = 1;
    while ((o = getopt(3, bad, ":b:d")) != -1) printf("%c ", o);
    printf("%d %c\n", optind, optopt);
    printf("%d\n", argv[argc] == NULL);
    return argc;
}
