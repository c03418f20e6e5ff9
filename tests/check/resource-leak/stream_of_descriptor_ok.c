// A descriptor that became a stream is closed with it.
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    int number = open("notes.txt", O_RDONLY);
    if (number < 0)
        return 1;
    FILE *notes = fdopen(number, "r");
    if (notes == NULL) {
        close(number);
        return 1;
    }
    fclose(notes);
    return 0;
}
