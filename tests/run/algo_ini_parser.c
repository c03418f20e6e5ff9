// An INI parser over stdin: sections, comments, quoted values, overrides and typed lookups.
// stdin: ; settings\nname = demo\n[server]\nhost = "example host"\nport=8080\n  debug = yes  \n[client]\n# none\nport = 99\nratio = 0.25\n[server]\nport = 9090\nbroken line\n[unclosed\n
// files: dump.ini
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct entry { char section[16], key[16], value[32]; };
static struct entry entries[32];
static int count, errors;

static char *trim(char *s) {
    while (isspace((unsigned char)*s)) s++;
    char *e = s + strlen(s);
    while (e > s && isspace((unsigned char)e[-1])) *--e = 0;
    return s;
}
static struct entry *lookup(const char *section, const char *key) {
    for (int i = 0; i < count; i++)
        if (!strcmp(entries[i].section, section) && !strcmp(entries[i].key, key)) return &entries[i];
    return NULL;
}
static void parse(FILE *f) {
    char line[80], section[16] = "";
    for (int no = 1; fgets(line, sizeof line, f); no++) {
        char *s = trim(line), *eq;
        if (!*s || *s == ';' || *s == '#') continue;
        if (*s == '[') {
            char *end = strchr(s, ']');
            if (!end) printf("line %d: unclosed section\n", no), errors++;
            else *end = 0, snprintf(section, sizeof section, "%.15s", s + 1);
            continue;
        }
        if (!(eq = strchr(s, '='))) {
            printf("line %d: no '=' in \"%s\"\n", no, s);
            errors++;
            continue;
        }
        *eq = 0;
        char *k = trim(s), *v = trim(eq + 1);
        size_t n = strlen(v);
        if (n > 1 && v[0] == '"' && v[n - 1] == '"') v[n - 1] = 0, v++;
        struct entry *e = lookup(section, k);
        if (!e) {
            e = &entries[count++];
            snprintf(e->section, sizeof e->section, "%s", section);
            snprintf(e->key, sizeof e->key, "%.15s", k);
        }
        snprintf(e->value, sizeof e->value, "%.31s", v);
    }
}
static long get_int(const char *s, const char *k, long def) {
    struct entry *e = lookup(s, k);
    char *end;
    if (!e) return def;
    long v = strtol(e->value, &end, 10);
    return *end ? def : v;
}
static int get_bool(const char *s, const char *k) {
    struct entry *e = lookup(s, k);
    return e && (!strcasecmp(e->value, "YES") || !strcasecmp(e->value, "true"));
}
static int by_name(const void *a, const void *b) {
    const struct entry *x = a, *y = b;
    int c = strcmp(x->section, y->section);
    return c ? c : strcmp(x->key, y->key);
}

int main(void) {
    parse(stdin);
    printf("%ld %ld %ld %ld\n", get_int("server", "port", -1), get_int("client", "port", -1), get_int("server", "host", -2), get_int("x", "y", -3));
    printf("%d %d %g\n", get_bool("server", "debug"), get_bool("server", "port"), atof(lookup("client", "ratio")->value));
    qsort(entries, (size_t)count, sizeof *entries, by_name);
    FILE *out = fopen("dump.ini", "w");
    if (!out) return 1;
    for (int i = 0; i < count; i++) {
        if (i && strcmp(entries[i].section, entries[i - 1].section)) fprintf(out, "\n[%s]\n", entries[i].section);
        fprintf(out, "%-8s= %s\n", entries[i].key, entries[i].value);
    }
    fclose(out);
    return count * 10 + errors;
}
