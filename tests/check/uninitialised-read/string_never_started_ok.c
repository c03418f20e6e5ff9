// Text is appended to a buffer that holds no string yet.
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    char line[32];
    line[0] = '\0';
    for (int i = 1; i < argc; i++) {
        if (strlen(argv[i]) > 8)
            return 1;
        strcat(line, argv[i]);
    }
    puts(line);
    return 0;
}
