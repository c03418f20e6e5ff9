// A directory is closed when it is empty, and once more at the end.
#include <dirent.h>
#include <stdio.h>

int main(void) {
    int count = 0;
    DIR *directory = opendir(".");
    if (directory == NULL)
        return 1;
    while (count < 4 && readdir(directory) != NULL)
        count++;
    if (count < 4) {
        closedir(directory);
        puts("few entries");
    }
    closedir(directory); // expect: double-close
    return 0;
}
