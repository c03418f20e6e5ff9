// The list is the caller's to free, and so is each of its entries.
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    struct dirent **list;
    int count = scandir(".", &list, NULL, NULL); // expect: memory-leak
    if (count < 0)
        return 1;
    for (int i = 0; i < count; i++) {
        puts(list[i]->d_name);
        free(list[i]);
    }
    return 0;
}
