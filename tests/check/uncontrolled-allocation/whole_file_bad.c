// As much memory as a file says.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    size_t size;
    if (argc != 2) return 1;
    FILE *file = fopen(argv[1], "rb");
    if (file == NULL) return 1;
    if (fread(&size, sizeof size, 1, file) == 1 && size > 0) {
        char *text = malloc(size); // expect: uncontrolled-allocation
        if (text != NULL && fread(text, 1, size, file) == size) printf("%c\n", text[0]);
        free(text);
    }
    fclose(file);
    return 0;
}
