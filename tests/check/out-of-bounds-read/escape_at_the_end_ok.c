// A backslash at the end of a text has nothing behind it.
#include <stdio.h>
#include <string.h>

static int unescaped_length(const char *s, size_t n) {
    int length = 0;
    for (size_t i = 0; i < n; i++) {
        if (s[i] == '\\' && i + 1 < n && s[++i] == 'n')
            length++;
        else
            length += 2;
    }
    return length;
}

int main(void) {
    char text[4];
    if (fread(text, 1, sizeof text, stdin) != sizeof text)
        return 1;
    printf("%d\n", unescaped_length(text, sizeof text));
    return 0;
}
