#include "value.h"
#include <stdlib.h>

struct value *value_new(int number) {
    struct value *value = malloc(sizeof *value);
    if (value != NULL)
        value->number = number;
    return value;
}

void value_free(struct value *value) {
    free(value);
}
