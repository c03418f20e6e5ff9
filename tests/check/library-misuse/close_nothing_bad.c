// A log that was never opened is closed.
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    FILE *log = NULL;
    if (argc > 1 && strcmp(argv[1], "-v") == 0) {
        log = fopen("app.log", "w");
        if (log == NULL)
            return 1;
    }
    puts("working");
    fclose(log); // expect: library-misuse
    return 0;
}
