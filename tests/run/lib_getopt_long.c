// getopt_long: long options with required, optional and no arguments, flags and permutation.
// args: --verbose input.txt --size=12 -o out --level --level=3 --flag --ver extra -- --raw
// flags: -D_GNU_SOURCE
#include <getopt.h>
#include <stdio.h>
#include <string.h>

static int flag_value;

int main(int argc, char **argv) {
    static const struct option opts[] = {
        {"verbose", no_argument, NULL, 'v'}, {"size", required_argument, NULL, 's'},
        {"output", required_argument, NULL, 'o'}, {"level", optional_argument, NULL, 'l'},
        {"flag", no_argument, &flag_value, 77}, {NULL, 0, NULL, 0},
    };
    int o, index = -1, verbose = 0;
    while ((o = getopt_long(argc, argv, "vs:o:l::", opts, &index)) != -1) {
        switch (o) {
        case 0: printf("set %s to %d\n", opts[index].name, flag_value); break;
        case 'v': verbose++; break;
        case 's': printf("size %s\n", optarg); break;
        case 'o': printf("output %s\n", optarg); break;
        case 'l': printf("level %s\n", optarg ? optarg : "(default)"); break;
        default: printf("unexpected %d\n", o);
        }
    }
    printf("verbose %d\n", verbose);
    for (int i = optind; i < argc; i++) printf("rest %s\n", argv[i]);
    return flag_value;
}
