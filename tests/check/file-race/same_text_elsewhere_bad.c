// The name that is used stands in another place than the one that was checked, and is the same or not.
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    char name[32];
    strcpy(name, "spool/");
    strcat(name, "next");
    if (access("spool/next", R_OK) != 0) {
        return 1;
    }
    FILE *job = fopen(name, "r"); // expect: file-race
    if (job == NULL) {
        return 1;
    }
    int first = fgetc(job);
    fclose(job);
    return first == 'x';
}
