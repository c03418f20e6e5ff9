// A buffer or a default is given to a function that writes.
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    char copy[8] = "";
    char fallback[] = "none";
    char *text = fallback;
    if (argc > 1) {
        strncpy(copy, argv[1], sizeof copy - 1);
        text = copy;
    }
    memset(text, '*', 2);
    puts(text);
    return 0;
}
