// `--key` and its abbreviations may come without a value: `optarg` is null then.
#include <getopt.h>
#include <stddef.h>
#include <stdio.h>

static const struct option options[] = {
    {"keep", no_argument, NULL, 'p'},
    {"key", optional_argument, NULL, 'k'},
    {"level", required_argument, NULL, 'l'},
    {NULL, 0, NULL, 0},
};

int main(int argc, char **argv) {
    int level = 0;
    int option;
    while ((option = getopt_long(argc, argv, "pl:", options, NULL)) != -1) {
        switch (option) {
        case 'k':
            if (optarg[0] == '+') // expect: null-dereference
                level++;
            break;
        case 'l':
            level = optarg[0] - '0';
            break;
        case 'p':
            break;
        default:
            return 2;
        }
    }
    printf("%d\n", level);
    return 0;
}
