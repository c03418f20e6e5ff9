// The arguments must fit the format.
#include <stdarg.h>
#include <stdio.h>

struct user {
    const char *name;
    long id;
};

int show(const struct user *user) {
    return printf("%s has %ld\n", user->name); // expect: format-mismatch
}

int show_id(const struct user *user) {
    return printf("id %s\n", (int)user->id); // expect: format-mismatch
}

int sum(int count, ...) {
    va_list numbers;
    int total = 0;
    va_start(numbers, count);
    while (count-- > 0)
        total += va_arg(numbers, int);
    va_end(numbers);
    return total;
}

int count_texts(const char *first, ...) {
    va_list texts;
    int count = 0;
    va_start(texts, first);
    for (const char *text = first; text != NULL; text = va_arg(texts, const char *))
        count++;
    va_end(texts);
    return count;
}
