// The name of the working directory may be long.
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    char path[64], title[16];
    if (!getcwd(path, sizeof path))
        return 1;
    strcpy(title, path); // expect: buffer-overflow
    puts(title);
    return 0;
}
