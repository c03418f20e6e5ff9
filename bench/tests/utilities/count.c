/* Counts lines, words and bytes, of standard input or of files: count [-l] [-w] [-c] [-m WIDTH] [FILE]...
 *
 * -m also prints the longest line, and counts those that are wider than WIDTH. */
#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct counts {
    unsigned long lines, words, bytes, longest, wide;
};

static int show_lines, show_words, show_bytes, show_longest;
static unsigned long width = 80;

static void usage(FILE *out) {
    fputs("usage: count [-l] [-w] [-c] [-m WIDTH] [FILE]...\n", out);
}

static void end_line(struct counts *counts, unsigned long length) {
    if (length > counts->longest)
        counts->longest = length;
    if (length > width)
        counts->wide++;
}

static int count_stream(FILE *in, struct counts *counts) {
    int c, in_word = 0;
    unsigned long column = 0;
    while ((c = getc(in)) != EOF) {
        counts->bytes++;
        if (c == '\n') {
            counts->lines++;
            end_line(counts, column);
            column = 0;
        } else if (c == '\t') {
            column = (column / 8 + 1) * 8;
        } else {
            column++;
        }
        if (isspace(c)) {
            in_word = 0;
        } else if (!in_word) {
            in_word = 1;
            counts->words++;
        }
    }
    if (column > 0)
        end_line(counts, column);
    return ferror(in) ? -1 : 0;
}

static void print_counts(const struct counts *counts, const char *name) {
    if (show_lines)
        printf("%7lu ", counts->lines);
    if (show_words)
        printf("%7lu ", counts->words);
    if (show_bytes)
        printf("%7lu ", counts->bytes);
    if (show_longest)
        printf("%7lu %7lu ", counts->longest, counts->wide);
    printf("%s\n", name ? name : "");
}

static void add(struct counts *total, const struct counts *more) {
    total->lines += more->lines;
    total->words += more->words;
    total->bytes += more->bytes;
    total->wide += more->wide;
    if (more->longest > total->longest)
        total->longest = more->longest;
}

static int count_file(const char *name, struct counts *total) {
    struct counts counts = {0};
    int is_input = strcmp(name, "-") == 0;
    FILE *in = is_input ? stdin : fopen(name, "r");
    if (!in) {
        fprintf(stderr, "count: %s: %s\n", name, strerror(errno));
        return 1;
    }
    int failed = count_stream(in, &counts) != 0;
    if (failed)
        fprintf(stderr, "count: %s: cannot read\n", name);
    if (!is_input && fclose(in) != 0)
        failed = 1;
    print_counts(&counts, name);
    add(total, &counts);
    return failed;
}

static int parse_width(const char *text) {
    char *end;
    errno = 0;
    unsigned long value = strtoul(text, &end, 10);
    if (!isdigit((unsigned char)text[0]) || *end != '\0' || errno == ERANGE)
        return -1;
    width = value;
    return 0;
}

int main(int argc, char **argv) {
    int option, failed = 0;
    while ((option = getopt(argc, argv, "lwcm:h")) != -1) {
        switch (option) {
        case 'l': show_lines = 1; break;
        case 'w': show_words = 1; break;
        case 'c': show_bytes = 1; break;
        case 'm':
            if (parse_width(optarg) != 0) {
                fprintf(stderr, "count: `%s` is no width\n", optarg);
                return 2;
            }
            show_longest = 1;
            break;
        case 'h': usage(stdout); return 0;
        default: usage(stderr); return 2;
        }
    }
    if (!show_lines && !show_words && !show_bytes && !show_longest)
        show_lines = show_words = show_bytes = 1;
    struct counts total = {0};
    if (optind == argc) {
        if (count_stream(stdin, &total) != 0) {
            fputs("count: cannot read\n", stderr);
            failed = 1;
        }
        print_counts(&total, NULL);
        return failed;
    }
    for (int i = optind; i < argc; i++)
        failed |= count_file(argv[i], &total);
    if (argc - optind > 1)
        print_counts(&total, "total");
    return failed;
}
