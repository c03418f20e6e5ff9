// A text that does not fit is found out before it is copied.
#include <stdio.h>
#include <string.h>

struct name {
    char text[16];
};

int greet(const char *text) {
    char name[16];
    if (strlen(text) >= sizeof name)
        puts("too long");
    strcpy(name, text); // expect-missing: buffer-overflow
    return puts(name);
}

// The texts are known to be short.
int greet_known(const char *text) {
    char line[32];
    sprintf(line, "hello %s", text);
    strcat(line, "!");
    return puts(line);
}

void set_name(struct name *name, const char *text) {
    strncpy(name->text, text, sizeof name->text - 1);
    name->text[sizeof name->text - 1] = '\0';
}

int show_name(const struct name *name) {
    char line[32];
    int length = snprintf(line, sizeof line, "<%s>", name->text);
    if (length < 0 || (size_t)length >= sizeof line)
        return -1;
    line[length] = '\n';
    return length;
}
