// The input is compared with what the program calls a password.
#include <stdio.h>
#include <string.h>

int main(void) {
    char password[] = "s3cr3t!";
    char given[32];
    if (fgets(given, sizeof given, stdin) == NULL)
        return 1;
    given[strcspn(given, "\n")] = '\0';
    return strcmp(given, password) != 0; // expect: hard-coded-credential
}
