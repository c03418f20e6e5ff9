// String building: numbers are written by hand into a growing heap buffer, words
// are reversed and counted.
#include <stdio.h>
#include <stdlib.h>

struct text {
    char *data;
    size_t len, cap;
};

static void append(struct text *t, char c) {
    if (t->len + 1 >= t->cap) {
        size_t cap = t->cap ? t->cap * 2 : 16;
        char *data = malloc(cap);
        if (!data)
            exit(1);
        for (size_t i = 0; i < t->len; i++)
            data[i] = t->data[i];
        free(t->data);
        t->data = data;
        t->cap = cap;
    }
    t->data[t->len++] = c;
    t->data[t->len] = '\0';
}

static void append_number(struct text *t, unsigned n) {
    char digits[12];
    int count = 0;
    do {
        digits[count++] = (char)('0' + n % 10);
        n /= 10;
    } while (n);
    while (count)
        append(t, digits[--count]);
}

static unsigned long reverse_words(char *s) {
    unsigned long words = 0;
    while (*s) {
        char *end = s;
        while (*end && *end != ' ')
            end++;
        for (char *a = s, *b = end - 1; a < b; a++, b--) {
            char c = *a;
            *a = *b;
            *b = c;
        }
        words++;
        s = *end ? end + 1 : end;
    }
    return words;
}

int main(void) {
    struct text t = {0};
    unsigned long words = 0, sum = 0;
    for (int round = 0; round < 4; round++) {
        t.len = 0;
        for (unsigned n = 0; n < 30000; n++) {
            append_number(&t, n * 7919u);
            append(&t, ' ');
        }
        words += reverse_words(t.data);
        for (size_t i = 0; i < t.len; i++)
            sum = sum * 31 + (unsigned char)t.data[i];
    }
    printf("%lu words, %lu characters, sum %lu\n", words, (unsigned long)t.len, sum);
    free(t.data);
    return 0;
}
