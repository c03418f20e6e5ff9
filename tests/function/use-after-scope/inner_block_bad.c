// A text that is made in a block lives no longer.
#include <stdio.h>

struct field {
    int number;
    const char *text;
};

int show(const struct field *field) {
    const char *text = field->text;
    if (text == NULL) {
        char digits[16];
        snprintf(digits, sizeof digits, "%d", field->number);
        text = digits;
    }
    return puts(text); // expect: use-after-scope
}
