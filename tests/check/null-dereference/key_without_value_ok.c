// A setting is split at its equals sign, if it has one.
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        char *equals = strchr(argv[i], '=');
        if (equals == NULL)
            continue;
        *equals = '\0';
        printf("%s is %s\n", argv[i], equals + 1);
    }
    return 0;
}
