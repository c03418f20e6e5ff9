// A file that is no picture is left alone, and closed.
#include <stdio.h>

struct picture {
    FILE *file;
    int width;
};

int open_picture(struct picture *picture, const char *name) {
    unsigned char header[4];
    FILE *file = fopen(name, "rb");
    if (file == NULL)
        return -1;
    if (fread(header, 1, sizeof header, file) != sizeof header) {
        fclose(file);
        return -1;
    }
    picture->file = file;
    picture->width = header[3];
    return 0;
}

FILE *open_log(const char *name) {
    FILE *file = fopen(name, "a");
    return file != NULL ? file : stderr;
}

int picture_byte(struct picture *picture) {
    return fgetc(picture->file);
}

void close_picture(struct picture *picture) {
    fclose(picture->file);
    picture->file = NULL;
}
