// The first entry of a directory is looked at.
#include <dirent.h>
#include <stdio.h>

int main(void) {
    DIR *directory = opendir(".");
    if (directory == NULL)
        return 1;
    struct dirent *entry = readdir(directory);
    if (entry != NULL)
        puts("there is something");
    closedir(directory);
    return 0;
}
