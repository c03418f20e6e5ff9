// A range is given by where it begins and ends.
#include <stddef.h>
#include <string.h>

struct reader {
    const unsigned char *at, *end;
};

int sum(const unsigned char *begin, const unsigned char *end) {
    int total = 0;
    while (begin < end)
        total += *begin++;
    return total;
}

size_t left(const struct reader *reader) {
    return (size_t)(reader->end - reader->at);
}

int next_byte(struct reader *reader) {
    return reader->at < reader->end ? *reader->at++ : -1;
}

int next_word(struct reader *reader, unsigned char word[4]) {
    if (reader->end - reader->at < 4)
        return -1;
    memcpy(word, reader->at, 4);
    reader->at += 4;
    return 0;
}

int next_header(struct reader *reader) {
    unsigned char header[4];
    if (next_word(reader, header) != 0)
        return -1;
    return header[0] << 8 | header[4]; // expect: out-of-bounds-read
}

size_t middle(const int *low, const int *high) {
    return (size_t)((high - low) / 2);
}
