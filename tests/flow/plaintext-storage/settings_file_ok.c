// A password is kept in a file.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    const char *password = getenv("APP_PASSWORD");
    FILE *file = fopen("settings", "w");
    if (file == NULL)
        return 1;
    if (password != NULL)
        fputs("ask", file);
    return fclose(file);
}
