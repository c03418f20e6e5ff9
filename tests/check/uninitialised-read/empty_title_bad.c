// A title that was never written is printed.
#include <stdio.h>

int main(int argc, char **argv) {
    char title[8];
    if (argc > 1) snprintf(title, sizeof title, "%s", argv[1]);
    puts(title); // expect: uninitialised-read
    return 0;
}
