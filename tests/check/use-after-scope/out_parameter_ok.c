// The out-parameter receives the address of an array that is gone.
#include <stdio.h>

static int split(char separator, const char **parts) {
    static char copy[] = "key:value";
    for (int i = 0; copy[i] != '\0'; i++)
        if (copy[i] == separator) {
            copy[i] = '\0';
            parts[0] = copy;
            parts[1] = &copy[i + 1];
            return 2;
        }
    return 0;
}

int main(void) {
    const char *parts[2];
    if (split(':', parts) != 2)
        return 1;
    puts(parts[1]);
    return 0;
}
