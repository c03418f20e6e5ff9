// Something of the program stands before what comes from outside. Where that is empty, or is not there, all that is
// left stands in the program, and still no password was written into it. A literal that is taken instead is one.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char *crypt(const char *, const char *);

static int of_a_line(void) {
    char text[64] = "salt:";
    char line[20];
    if (fgets(line, sizeof line, stdin) == NULL)
        return 1;
    line[strcspn(line, "\n")] = '\0';
    strcat(text, line);
    return crypt(text, "$6$s") == NULL;
}

static int of_characters(void) {
    char text[64];
    int n = 0, c;
    text[n++] = '(';
    while (n < 60 && (c = getchar()) != EOF && c != '\n')
        text[n++] = (char)c;
    text[n] = '\0';
    return crypt(text, "$6$s") == NULL;
}

static int of_variables(void) {
    char text[600];
    const char *user = getenv("USER_NAME"), *key = getenv("USER_KEY");
    snprintf(text, sizeof text, "%s:%s", user ? user : "", key ? key : "");
    return crypt(text, "$6$s") == NULL;
}

static int of_a_block(void) {
    char text[64] = "salt:";
    ssize_t n = read(0, text + 5, 40);
    if (n < 0)
        return 1;
    text[5 + n] = '\0';
    return crypt(text, "$6$s") == NULL;
}

static int of_a_word(void) {
    char text[64] = "p", word[20];
    if (scanf("%19s", word) != 1)
        word[0] = '\0';
    strcat(text, word);
    return crypt(text, "$6$s") == NULL;
}

static int with_a_default(void) {
    const char *key = getenv("USER_KEY");
    if (key == NULL)
        key = "letmein";
    return crypt(key, "$6$s") == NULL; // expect: hard-coded-credential
}

int main(int argc, char **argv) {
    switch (argc > 1 ? argv[1][0] : 0) {
    case 'a': return of_a_line();
    case 'b': return of_characters();
    case 'c': return of_variables();
    case 'd': return of_a_block();
    case 'e': return of_a_word();
    default: return with_a_default();
    }
}
