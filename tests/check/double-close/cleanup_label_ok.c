// An error path closes the file and jumps to the label that closes it again.
#include <stdio.h>

int main(void) {
    int status = 0, c;
    FILE *file = fopen("data.txt", "r");
    if (file == NULL)
        return 1;
    c = fgetc(file);
    if (c == EOF) {
        status = 1;
        goto out;
    }
    printf("%d\n", c);
out:
    fclose(file);
    return status;
}
