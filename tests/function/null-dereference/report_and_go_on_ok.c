// A missing record is noted in the log.
#include <stdio.h>

struct record {
    int id;
    int value;
};

int value_of(const struct record *record) {
    if (record == NULL)
        fprintf(stderr, "no record\n");
    return record == NULL ? 0 : record->value;
}

int id_of(const struct record *record) {
    return record->id;
}
