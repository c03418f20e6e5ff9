/* Counts the words of its standard input and prints the most frequent: words [N] */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct word {
    struct word *next;
    unsigned count;
    char text[]; /* in small letters */
};

enum { BUCKETS = 1024, LONGEST = 63 };

static struct word *table[BUCKETS];
static size_t distinct;

static unsigned hash(const char *text)
{
    unsigned h = 2166136261u;
    for (; *text; text++)
        h = (h ^ (unsigned char)*text) * 16777619u;
    return h % BUCKETS;
}

static void count(const char *text)
{
    struct word **slot = &table[hash(text)];
    for (struct word *w = *slot; w; w = w->next) {
        if (strcmp(w->text, text) == 0) {
            w->count++;
            return;
        }
    }
    size_t size = strlen(text) + 1;
    struct word *w = malloc(sizeof *w + size);
    if (!w) {
        perror("malloc");
        exit(1);
    }
    memcpy(w->text, text, size);
    w->count = 1;
    w->next = *slot;
    *slot = w;
    distinct++;
}

/* The more frequent first, equals by the alphabet. */
static int by_count(const void *a, const void *b)
{
    const struct word *x = *(struct word *const *)a, *y = *(struct word *const *)b;
    if (x->count != y->count)
        return x->count < y->count ? 1 : -1;
    return strcmp(x->text, y->text);
}

int main(int argc, char **argv)
{
    size_t wanted = argc > 1 ? strtoul(argv[1], NULL, 10) : 10;
    char text[LONGEST + 1];
    int length = 0, c;
    do {
        c = getchar();
        if (c != EOF && isalpha(c)) {
            if (length < LONGEST)
                text[length++] = (char)tolower(c);
        } else if (length > 0) {
            text[length] = '\0';
            count(text);
            length = 0;
        }
    } while (c != EOF);

    struct word **all = malloc((distinct + 1) * sizeof *all);
    if (!all) {
        perror("malloc");
        return 1;
    }
    size_t n = 0;
    for (int i = 0; i < BUCKETS; i++)
        for (struct word *w = table[i]; w; w = w->next)
            all[n++] = w;
    qsort(all, n, sizeof *all, by_count);
    for (size_t i = 0; i < n && i < wanted; i++)
        printf("%6u %s\n", all[i]->count, all[i]->text);

    for (size_t i = 0; i < n; i++)
        free(all[i]);
    free(all);
    return 0;
}
