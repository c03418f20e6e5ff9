// A string is copied to the heap without room for its terminator.
// Flow: a global that nothing changes decides.
#include "support.h"

#include <stdlib.h>
#include <string.h>

#define TEXT "ten, chars"

static void bad(void) {
    char *copy = NULL;
    if (support_true) {
        copy = malloc(10);
        if (copy == NULL)
            exit(1);
    }
    char text[] = TEXT;
    strcpy(copy, text); // flaw: buffer-overflow
    print_line(copy);
    free(copy);
}

// There is room.
static void good_allocation(void) {
    char *copy = NULL;
    if (support_true) {
        copy = malloc(10 + 1);
        if (copy == NULL)
            exit(1);
    } else {
        print_line("never here");
        return;
    }
    char text[] = TEXT;
    strcpy(copy, text);
    print_line(copy);
    free(copy);
}

// Less is copied.
static void good_copy(void) {
    char *copy = NULL;
    if (!support_true) {
        print_line("never here");
        return;
    }
    copy = malloc(10);
    if (copy == NULL)
        exit(1);
    char text[] = TEXT;
    memcpy(copy, text, 9);
    copy[9] = '\0';
    print_line(copy);
    free(copy);
}

void program(void) {
    good_allocation();
    good_copy();
    bad();
}
