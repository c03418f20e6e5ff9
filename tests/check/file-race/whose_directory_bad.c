// Where only the owner of the system can put files, no other user exchanges one.
#include <stdio.h>
#include <unistd.h>

int main(void) {
    const char *name = "/tmp/service.conf";
    if (access(name, R_OK) != 0) {
        return 1;
    }
    FILE *file = fopen(name, "r"); // expect: file-race
    if (file == NULL) {
        return 1;
    }
    int first = fgetc(file);
    fclose(file);
    return first == '#';
}
