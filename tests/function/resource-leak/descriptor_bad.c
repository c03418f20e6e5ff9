// Descriptors are numbers, and may be kept as such.
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

struct device {
    int descriptor;
    int mode;
};

void watch_descriptor(int descriptor);

int open_device(struct device *device, const char *path, int mode) {
    int descriptor = open(path, O_RDONLY); // expect: resource-leak
    if (descriptor < 0)
        return -1;
    if (mode < 0)
        return -1;
    device->descriptor = descriptor;
    device->mode = mode;
    return 0;
}

int open_plain(const char *path) {
    return open(path, O_RDONLY);
}

FILE *open_stream(const char *path) {
    int descriptor = open(path, O_RDONLY);
    if (descriptor < 0)
        return NULL;
    FILE *stream = fdopen(descriptor, "r");
    if (stream == NULL)
        close(descriptor);
    return stream;
}

int watch(const char *path) {
    int descriptor = open(path, O_RDONLY);
    if (descriptor < 0)
        return -1;
    watch_descriptor(descriptor);
    return 0;
}

int redirect(const char *path, int to) {
    int descriptor = open(path, O_RDONLY);
    if (descriptor < 0)
        return -1;
    int result = dup2(descriptor, to);
    close(descriptor);
    return result;
}

void close_device(struct device *device) {
    if (device->descriptor >= 0)
        close(device->descriptor);
    device->descriptor = -1;
}
