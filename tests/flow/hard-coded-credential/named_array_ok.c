// The input is compared with the name of a command.
#include <stdio.h>
#include <string.h>

int main(void) {
    char command[] = "quit";
    char given[32];
    if (fgets(given, sizeof given, stdin) == NULL)
        return 1;
    given[strcspn(given, "\n")] = '\0';
    return strcmp(given, command) != 0;
}
