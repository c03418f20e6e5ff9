// Two parameters may be one object.
#include <stdlib.h>
#include <string.h>

struct name {
    char *text;
    size_t length;
};

int copy_name(struct name *to, const struct name *from) {
    if (to == from)
        return 0;
    free(to->text);
    to->length = from->length;
    to->text = strdup(from->text);
    return to->text == NULL ? -1 : 0;
}

// Callers do not pass one name twice.
void move_name(struct name *to, struct name *from) {
    free(to->text);
    *to = *from;
    from->text = NULL;
    from->length = 0;
}

void swap_names(struct name *a, struct name *b) {
    struct name kept = *a;
    *a = *b;
    *b = kept;
}
