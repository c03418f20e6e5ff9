// A string where snprintf expects a number.
#include <stdio.h>

int main(void) {
    char line[32];
    const char *user = "root";
    snprintf(line, sizeof line, "user=%s", user);
    puts(line);
    return 0;
}
