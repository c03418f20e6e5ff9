// As much memory as a file has bytes: its size bounds the request.
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

int main(int argc, char **argv) {
    struct stat info;
    if (argc != 2) return 1;
    FILE *file = fopen(argv[1], "rb");
    if (file == NULL) return 1;
    if (fstat(fileno(file), &info) != 0) {
        fclose(file);
        return 1;
    }
    char *text = malloc((size_t)info.st_size + 1);
    if (text != NULL) {
        size_t count = fread(text, 1, (size_t)info.st_size, file);
        text[count] = '\0';
        printf("%c\n", text[0]);
    }
    free(text);
    fclose(file);
    return 0;
}
