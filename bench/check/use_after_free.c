// A function returns a string that it has freed.
// Flow: the pointer is returned through two calls.
#include "support.h"

#include <stdlib.h>
#include <string.h>

static char *reverse_and_free(const char *text) {
    size_t length = strlen(text);
    char *reversed = malloc(length + 1);
    if (reversed == NULL)
        exit(1);
    for (size_t i = 0; i < length; i++)
        reversed[i] = text[length - i - 1];
    reversed[length] = '\0';
    print_line(reversed);
    free(reversed);
    return reversed;
}

static char *reverse(const char *text) {
    size_t length = strlen(text);
    char *reversed = malloc(length + 1);
    if (reversed == NULL)
        exit(1);
    for (size_t i = 0; i < length; i++)
        reversed[i] = text[length - i - 1];
    reversed[length] = '\0';
    return reversed;
}

static char *bad_source(const char *text) { return reverse_and_free(text); }
static char *good_source(const char *text) { return reverse(text); }

static void bad(void) {
    char *reversed = bad_source("a short text");
    print_char(reversed[0]); // flaw: use-after-free
}

// The caller frees.
static void good_owner(void) {
    char *reversed = good_source("a short text");
    print_char(reversed[0]);
    print_line(reversed);
    free(reversed);
}

// What was freed is not used.
static void good_use(void) {
    char *reversed = bad_source("a short text");
    reversed = good_source("another text");
    print_char(reversed[0]);
    free(reversed);
}

void program(void) {
    good_owner();
    good_use();
    bad();
}
