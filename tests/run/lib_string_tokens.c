// Tokenising: strtok, strtok_r nested, strsep with empty fields, and hand-made splitting.
// flags: -D_GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *trim(char *s) {
    s += strspn(s, " \t");
    size_t n = strlen(s);
    while (n && strchr(" \t", s[n - 1])) s[--n] = 0;
    return s;
}

int main(void) {
    char a[] = "  one, two;three ,,four";
    int n = 0;
    for (char *t = strtok(a, " ,;"); t; t = strtok(NULL, " ,;")) printf("%d[%s] ", ++n, t);
    puts("");
    char none[] = ",,,";
    printf("%d\n", strtok(none, ",") == NULL);
    char change[] = "a-b+c-d";
    printf("%s ", strtok(change, "-"));
    printf("%s ", strtok(NULL, "+"));
    printf("%s\n", strtok(NULL, ""));

    char text[] = "x=1&y=two&z=&w";
    char *outer, *inner;
    for (char *p = strtok_r(text, "&", &outer); p; p = strtok_r(NULL, "&", &outer)) {
        char *k = strtok_r(p, "=", &inner), *v = strtok_r(NULL, "=", &inner);
        printf("%s->%s ", k, v ? v : "(none)");
    }
    puts("");

    char csv[] = "alpha,,gamma,";
    char *p = csv, *f;
    n = 0;
    while ((f = strsep(&p, ",")) != NULL) printf("%d<%s> ", n++, f);
    printf("%d\n", p == NULL);

    char conf[] = " name =  value with spaces \t";
    char *eq = strchr(conf, '=');
    *eq = 0;
    printf("[%s][%s]\n", trim(conf), trim(eq + 1));

    char path[] = "/usr/local//bin/";
    char rebuilt[32] = "";
    for (char *t = strtok(path, "/"); t; t = strtok(NULL, "/")) strcat(strcat(rebuilt, ":"), t);
    puts(rebuilt);
    char words[] = "the end of the line is the end";
    char *list[16];
    int count = 0, thes = 0;
    for (char *t = strtok(words, " "); t; t = strtok(NULL, " ")) list[count++] = t;
    for (int i = 0; i < count; i++) thes += !strcmp(list[i], "the");
    for (int i = count; i-- > 0;) printf("%s%c", list[i], i ? ' ' : '\n');
    return count * 10 + thes;
}
