// A password goes into a log of the program.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    const char *password = getenv("APP_PASSWORD");
    FILE *file = fopen("app.log", "a");
    if (file == NULL)
        return 1;
    if (password != NULL)
        fprintf(file, "login with %s\n", "a password");
    return fclose(file);
}
