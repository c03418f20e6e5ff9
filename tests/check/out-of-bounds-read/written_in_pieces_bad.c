// What `write` says that it wrote is at most what it was given, and -1 where it fails.
#include <string.h>
#include <unistd.h>

static int write_all(const char *text, ssize_t length) {
    ssize_t done = 0;
    while (done < length) {
        ssize_t count = write(1, text + done, (size_t)(length - done)); // expect: out-of-bounds-read
        done += count;
    }
    return 0;
}

int main(void) {
    const char *text = "ok";
    return write_all(text, (ssize_t)strlen(text)) != 0;
}
