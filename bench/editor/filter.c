/* filter.c: a line filter that matches, selects fields, squeezes, numbers and counts.
   It serves bench/editor as a whole program with main. */

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define INITIAL_CAPACITY 64
#define MAX_WIDTH 4096

enum { EXIT_MATCHED = 0, EXIT_NO_MATCH = 1, EXIT_TROUBLE = 2 };
typedef enum { READ_LINE, READ_END, READ_FAILED, READ_NO_MEMORY } ReadResult;

/* A line without its newline; it may hold NUL bytes. */
typedef struct {
    char *data;
    size_t len, cap;
} Line;

/* Fields first to last, counted from 1. */
typedef struct {
    size_t first, last;
} Range;

typedef struct {
    Range *items;
    size_t count, cap;
} RangeList;

typedef enum { TOKEN_CHAR, TOKEN_ANY, TOKEN_SET } TokenKind;

/* One element of a pattern: a character, a dot or a set, perhaps repeated. */
typedef struct {
    TokenKind kind;
    bool repeated;
    unsigned char c;
    bool set[UCHAR_MAX + 1];
} Token;

typedef struct {
    Token *tokens;
    size_t count;
    bool at_start, at_end, ignore_case;
} Pattern;

typedef struct {
    const char *pattern;
    const char *fields;
    char delimiter;
    size_t width;
    bool invert, ignore_case, count_only, number, squeeze, help;
} Options;

typedef struct {
    const Options *options;
    Pattern pattern;
    RangeList ranges;
    Line selected;
    Line previous;
    bool has_previous;
    size_t line_number;
    size_t printed;
} Filter;

static void print_usage(FILE *stream) {
    fputs("usage: filter [-chinsv] [-d CHAR] [-f LIST] [-m PATTERN] [-w WIDTH]\n"
          "  -c          print only the number of lines selected\n"
          "  -d CHAR     fields are separated by CHAR (default: tab)\n"
          "  -f LIST     print only these fields, e.g. 1,3-5,7-\n"
          "  -h          print this help\n"
          "  -i          ignore case when matching\n"
          "  -m PATTERN  select lines that match; knows . * ^ $ [a-z] [^a-z] and \\c\n"
          "  -n          print line numbers\n"
          "  -s          print a run of equal lines once\n"
          "  -v          select lines that do not match\n"
          "  -w WIDTH    cut lines to WIDTH characters\n",
          stream);
}

/* Reports an error; always returns false, for the caller to pass on. */
static bool fail(const char *message, const char *detail) {
    if (detail != NULL)
        fprintf(stderr, "filter: %s: %s\n", message, detail);
    else
        fprintf(stderr, "filter: %s\n", message);
    return false;
}

static void line_free(Line *line) {
    free(line->data);
    *line = (Line){NULL, 0, 0};
}

/* Makes room for at least need bytes. */
static bool line_reserve(Line *line, size_t need) {
    size_t cap = line->cap > 0 ? line->cap : INITIAL_CAPACITY;
    if (line->data != NULL && need <= line->cap)
        return true;
    while (cap < need) {
        if (cap > (size_t)-1 / 2)
            return false;
        cap *= 2;
    }
    char *data = realloc(line->data, cap);
    if (data == NULL)
        return false;
    line->data = data;
    line->cap = cap;
    return true;
}

static bool line_push(Line *line, char c) {
    if (line->len == (size_t)-1 || !line_reserve(line, line->len + 1))
        return false;
    line->data[line->len++] = c;
    return true;
}

static bool line_append(Line *line, const char *text, size_t len) {
    if (len > (size_t)-1 - line->len || !line_reserve(line, line->len + len))
        return false;
    if (len > 0)
        memcpy(line->data + line->len, text, len);
    line->len += len;
    return true;
}

static bool line_equal(const Line *a, const Line *b) {
    if (a->len != b->len)
        return false;
    return a->len == 0 || memcmp(a->data, b->data, a->len) == 0;
}

/* Reads the next line; the last one may lack its newline. */
static ReadResult read_line(FILE *stream, Line *line) {
    int c;
    line->len = 0;
    if (!line_reserve(line, 1))
        return READ_NO_MEMORY;
    while ((c = getc(stream)) != EOF) {
        if (c == '\n')
            return READ_LINE;
        if (!line_push(line, (char)c))
            return READ_NO_MEMORY;
    }
    if (ferror(stream))
        return READ_FAILED;
    return line->len > 0 ? READ_LINE : READ_END;
}

/* Reads a positive decimal number at *cursor and moves it past the digits. */
static bool parse_number(const char **cursor, size_t *number) {
    const char *p = *cursor;
    size_t value = 0;
    while (*p >= '0' && *p <= '9') {
        size_t digit = (size_t)(*p - '0');
        if (value > ((size_t)-1 - digit) / 10)
            return false;
        value = value * 10 + digit;
        p++;
    }
    if (value == 0)
        return false;
    *cursor = p;
    *number = value;
    return true;
}

static bool ranges_add(RangeList *list, Range range) {
    if (list->count == list->cap) {
        size_t cap = list->cap > 0 ? list->cap * 2 : 4;
        if (cap > (size_t)-1 / sizeof(Range))
            return false;
        Range *items = realloc(list->items, cap * sizeof(Range));
        if (items == NULL)
            return false;
        list->items = items;
        list->cap = cap;
    }
    list->items[list->count++] = range;
    return true;
}

/* Reads "3", "3-5", "3-" or "-5". */
static bool parse_range(const char **cursor, Range *range) {
    bool open_start = **cursor == '-';
    range->first = 1;
    if (!open_start && !parse_number(cursor, &range->first))
        return false;
    range->last = range->first;
    if (**cursor == '-') {
        ++*cursor;
        if (**cursor == '\0' || **cursor == ',') {
            range->last = (size_t)-1;
            return !open_start;
        }
        if (!parse_number(cursor, &range->last))
            return false;
    }
    return range->first <= range->last;
}

static bool parse_fields(const char *text, RangeList *list) {
    for (;;) {
        Range range;
        if (!parse_range(&text, &range) || (*text != ',' && *text != '\0'))
            return fail("bad field list at", text);
        if (!ranges_add(list, range))
            return fail("out of memory", NULL);
        if (*text == '\0')
            return true;
        text++;
    }
}

static bool field_wanted(const RangeList *list, size_t field) {
    for (size_t i = 0; i < list->count; i++) {
        if (field >= list->items[i].first && field <= list->items[i].last)
            return true;
    }
    return false;
}

static unsigned char fold(char c, bool ignore_case) {
    if (ignore_case && c >= 'A' && c <= 'Z')
        c = (char)(c - 'A' + 'a');
    return (unsigned char)c;
}

/* Reads a set such as [a-z_] behind its bracket; returns the end or NULL. */
static const char *parse_set(const char *p, Token *token, bool ignore_case) {
    bool negated = *p == '^';
    if (negated)
        p++;
    do {
        unsigned char low = (unsigned char)*p;
        unsigned char high = low;
        if (*p == '\0')
            return NULL;
        p++;
        if (*p == '-' && p[1] != ']' && p[1] != '\0') {
            high = (unsigned char)p[1];
            p += 2;
        }
        if (low > high)
            return NULL;
        for (int c = low; c <= high; c++)
            token->set[fold((char)c, ignore_case)] = true;
    } while (*p != ']');
    for (int c = 0; negated && c <= UCHAR_MAX; c++)
        token->set[c] = !token->set[c];
    return p + 1;
}

/* Reads one element of a pattern, without a star; returns its end or NULL. */
static const char *parse_token(const char *p, Token *token, bool ignore_case) {
    memset(token, 0, sizeof *token);
    if (*p == '.') {
        token->kind = TOKEN_ANY;
        return p + 1;
    }
    if (*p == '[') {
        token->kind = TOKEN_SET;
        return parse_set(p + 1, token, ignore_case);
    }
    token->kind = TOKEN_CHAR;
    if (*p == '\\')
        p++;
    if (*p == '\0')
        return NULL;
    token->c = fold(*p, ignore_case);
    return p + 1;
}

static bool pattern_compile(Pattern *pattern, const char *text, bool ignore_case) {
    const char *p = text;
    /* every element takes at least one character */
    pattern->tokens = calloc(strlen(text) + 1, sizeof *pattern->tokens);
    if (pattern->tokens == NULL)
        return fail("out of memory", NULL);
    pattern->ignore_case = ignore_case;
    pattern->at_start = *p == '^';
    if (pattern->at_start)
        p++;
    while (*p != '\0') {
        Token *token = &pattern->tokens[pattern->count];
        if (p[0] == '$' && p[1] == '\0') {
            pattern->at_end = true;
            break;
        }
        p = parse_token(p, token, ignore_case);
        if (p == NULL)
            return fail("bad pattern", text);
        pattern->count++;
        if (*p == '*') {
            token->repeated = true;
            p++;
        }
    }
    return true;
}

static bool token_matches(const Pattern *pattern, const Token *token, char c) {
    unsigned char folded = fold(c, pattern->ignore_case);
    switch (token->kind) {
    case TOKEN_CHAR:
        return token->c == folded;
    case TOKEN_ANY:
        return true;
    case TOKEN_SET:
        return token->set[folded];
    }
    return false;
}

/* Matches the elements from index on against the text up to end. */
static bool match_here(const Pattern *pattern, size_t index, const char *text, const char *end) {
    while (index < pattern->count) {
        const Token *token = &pattern->tokens[index++];
        if (token->repeated) {
            while (!match_here(pattern, index, text, end)) {
                if (text == end || !token_matches(pattern, token, *text))
                    return false;
                text++;
            }
            return true;
        }
        if (text == end || !token_matches(pattern, token, *text))
            return false;
        text++;
    }
    return !pattern->at_end || text == end;
}

static bool pattern_matches(const Pattern *pattern, const Line *line) {
    const char *end = line->data + line->len;
    if (pattern->at_start)
        return match_here(pattern, 0, line->data, end);
    for (const char *text = line->data;; text++) {
        if (match_here(pattern, 0, text, end))
            return true;
        if (text == end)
            return false;
    }
}

/* Puts the wanted fields of the line into out, joined by the delimiter. */
static bool select_fields(const RangeList *list, char delimiter, const Line *line, Line *out) {
    size_t start = 0;
    bool first = true;
    out->len = 0;
    for (size_t field = 1; start <= line->len; field++) {
        size_t end = start;
        while (end < line->len && line->data[end] != delimiter)
            end++;
        if (field_wanted(list, field)) {
            if (!first && !line_push(out, delimiter))
                return false;
            if (!line_append(out, line->data + start, end - start))
                return false;
            first = false;
        }
        start = end + 1;
    }
    return true;
}

static bool print_line(Filter *filter, const Line *line) {
    filter->printed++;
    if (filter->options->count_only)
        return true;
    if (filter->options->number && printf("%6zu\t", filter->line_number) < 0)
        return false;
    if (line->len > 0 && fwrite(line->data, 1, line->len, stdout) != line->len)
        return false;
    return putchar('\n') != EOF;
}

/* Takes one line through all the steps; false, with a message, on failure. */
static bool process_line(Filter *filter, Line *line) {
    const Options *options = filter->options;
    filter->line_number++;
    if (options->pattern != NULL && pattern_matches(&filter->pattern, line) == options->invert)
        return true;
    if (options->fields != NULL) {
        if (!select_fields(&filter->ranges, options->delimiter, line, &filter->selected))
            return fail("out of memory", NULL);
        line = &filter->selected;
    }
    if (options->width > 0 && line->len > options->width)
        line->len = options->width;
    if (options->squeeze) {
        if (filter->has_previous && line_equal(line, &filter->previous))
            return true;
        filter->previous.len = 0;
        if (!line_append(&filter->previous, line->data, line->len))
            return fail("out of memory", NULL);
        filter->has_previous = true;
    }
    if (!print_line(filter, line))
        return fail("cannot write", "standard output");
    return true;
}

static bool run_filter(Filter *filter, FILE *stream) {
    Line line = {NULL, 0, 0};
    ReadResult result;
    while ((result = read_line(stream, &line)) == READ_LINE) {
        if (!process_line(filter, &line))
            break;
    }
    line_free(&line);
    if (result == READ_FAILED)
        return fail("cannot read", "standard input");
    if (result == READ_NO_MEMORY)
        return fail("out of memory", NULL);
    return result == READ_END;
}

/* Sets the option that takes a value; false when the value will not do. */
static bool set_value(Options *options, char letter, const char *value) {
    const char *end = value;
    switch (letter) {
    case 'd':
        options->delimiter = value[0];
        return value[0] != '\0' && value[1] == '\0';
    case 'f':
        options->fields = value;
        return true;
    case 'm':
        options->pattern = value;
        return true;
    default:
        return parse_number(&end, &options->width) && *end == '\0' && options->width <= MAX_WIDTH;
    }
}

/* The flag that a letter sets, or NULL. */
static bool *find_flag(Options *options, char letter) {
    switch (letter) {
    case 'c':
        return &options->count_only;
    case 'h':
        return &options->help;
    case 'i':
        return &options->ignore_case;
    case 'n':
        return &options->number;
    case 's':
        return &options->squeeze;
    case 'v':
        return &options->invert;
    default:
        return NULL;
    }
}

static bool parse_options(int argc, char **argv, Options *options) {
    for (int i = 1; i < argc; i++) {
        const char *p = argv[i];
        if (*p++ != '-' || *p == '\0')
            return false;
        for (; *p != '\0'; p++) {
            if (strchr("dfmw", *p) != NULL) {
                char letter = *p;
                const char *value = p[1] != '\0' ? p + 1 : ++i < argc ? argv[i] : NULL;
                if (value == NULL || !set_value(options, letter, value))
                    return false;
                break;
            }
            bool *flag = find_flag(options, *p);
            if (flag == NULL)
                return false;
            *flag = true;
        }
    }
    return true;
}

int main(int argc, char **argv) {
    Options options = {.delimiter = '\t'};
    Filter filter = {.options = &options};
    if (!parse_options(argc, argv, &options)) {
        print_usage(stderr);
        return EXIT_TROUBLE;
    }
    if (options.help) {
        print_usage(stdout);
        return EXIT_MATCHED;
    }
    bool ok = options.fields == NULL || parse_fields(options.fields, &filter.ranges);
    if (ok && options.pattern != NULL)
        ok = pattern_compile(&filter.pattern, options.pattern, options.ignore_case);
    ok = ok && run_filter(&filter, stdin);
    if (ok && options.count_only && printf("%zu\n", filter.printed) < 0)
        ok = fail("cannot write", "standard output");
    if (ok && fflush(stdout) != 0)
        ok = fail("cannot write", "standard output");
    free(filter.pattern.tokens);
    free(filter.ranges.items);
    line_free(&filter.selected);
    line_free(&filter.previous);
    if (!ok)
        return EXIT_TROUBLE;
    return filter.printed > 0 ? EXIT_MATCHED : EXIT_NO_MATCH;
}
