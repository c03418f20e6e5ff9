/* Reads settings in INI form from standard input and prints one of them, or all of a section.
 *
 *     ini SECTION [KEY]
 *
 * Lines are `[section]`, `key = value` or comments behind ; or #. A value may stand in double quotes,
 * in which \n, \t, \\ and \" mean what they do in C. The exit code is 1 if the setting is not there, 2
 * if the command line and 3 if the input is wrong. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct setting {
    char *section, *key, *value;
    struct setting *next;
};

static struct setting *settings;
static int line_number;

static int complain(const char *what) {
    fprintf(stderr, "ini: line %d: %s\n", line_number, what);
    return -1;
}

static char *copy(const char *text, size_t length) {
    char *result = malloc(length + 1);
    if (!result) {
        fputs("ini: out of memory\n", stderr);
        exit(4);
    }
    memcpy(result, text, length);
    result[length] = '\0';
    return result;
}

static char *trim(char *text) {
    while (isspace((unsigned char)*text))
        text++;
    size_t length = strlen(text);
    while (length > 0 && isspace((unsigned char)text[length - 1]))
        text[--length] = '\0';
    return text;
}

/* Undoes the quotes in place. */
static int unquote(char *text) {
    char *to = text, *from = text + 1;
    while (*from != '"') {
        if (*from == '\0')
            return complain("a quote is not closed");
        if (*from == '\\') {
            from++;
            switch (*from) {
            case 'n': *to++ = '\n'; break;
            case 't': *to++ = '\t'; break;
            case '"':
            case '\\': *to++ = *from; break;
            default: return complain("an escape that means nothing");
            }
            from++;
        } else {
            *to++ = *from++;
        }
    }
    if (from[1] != '\0')
        return complain("something is left behind the quote");
    *to = '\0';
    return 0;
}

static void set(const char *section, const char *key, const char *value) {
    for (struct setting *s = settings; s; s = s->next) {
        if (strcmp(s->section, section) == 0 && strcmp(s->key, key) == 0) {
            free(s->value);
            s->value = copy(value, strlen(value));
            return;
        }
    }
    struct setting *s = malloc(sizeof *s);
    if (!s) {
        fputs("ini: out of memory\n", stderr);
        exit(4);
    }
    s->section = copy(section, strlen(section));
    s->key = copy(key, strlen(key));
    s->value = copy(value, strlen(value));
    s->next = settings;
    settings = s;
}

static int read_line(char *line, char **section) {
    char *text = trim(line);
    if (*text == '\0' || *text == ';' || *text == '#')
        return 0;
    if (*text == '[') {
        char *end = strchr(text, ']');
        if (!end)
            return complain("a section is not closed");
        if (end[1] != '\0')
            return complain("something is left behind the section");
        if (end == text + 1)
            return complain("a section without a name");
        free(*section);
        *section = copy(text + 1, (size_t)(end - text - 1));
        return 0;
    }
    char *equals = strchr(text, '=');
    if (!equals)
        return complain("neither a section nor a setting");
    *equals = '\0';
    char *key = trim(text), *value = trim(equals + 1);
    if (*key == '\0')
        return complain("a setting without a name");
    if (*value == '"' && unquote(value) != 0)
        return -1;
    set(*section, key, value);
    return 0;
}

int main(int argc, char **argv) {
    if (argc < 2 || argc > 3) {
        fputs("usage: ini SECTION [KEY]\n", stderr);
        return 2;
    }
    char line[80];
    char *section = copy("", 0);
    int failed = 0;
    while (!failed && fgets(line, sizeof line, stdin)) {
        line_number++;
        failed = read_line(line, &section) != 0;
    }
    int found = 0;
    for (struct setting *s = settings, *after; s; s = after) {
        after = s->next;
        if (!failed && strcmp(s->section, argv[1]) == 0 && (argc == 2 || strcmp(s->key, argv[2]) == 0)) {
            found = 1;
            if (argc == 2)
                printf("%s=", s->key);
            printf("%s\n", s->value);
        }
        free(s->section);
        free(s->key);
        free(s->value);
        free(s);
    }
    free(section);
    if (failed)
        return 3;
    return found ? 0 : 1;
}
