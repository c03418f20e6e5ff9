// A title that is there in any case is printed.
#include <stdio.h>

int main(int argc, char **argv) {
    char title[8] = "none";
    if (argc > 1) snprintf(title, sizeof title, "%s", argv[1]);
    puts(title);
    return 0;
}
