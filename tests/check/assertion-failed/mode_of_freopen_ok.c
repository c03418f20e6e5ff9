// A stream that freopen opened for writing can be written.
#include <assert.h>
#include <stdio.h>

int main(void) {
    FILE *stream = fopen("notes", "r");
    if (stream == NULL)
        return 1;
    stream = freopen("list", "w", stream);
    if (stream == NULL)
        return 2;
    int is_read = getc(stream) != EOF;
    assert(!is_read);
    int is_written = fputs("x", stream) >= 0;
    fclose(stream);
    return !is_written;
}
