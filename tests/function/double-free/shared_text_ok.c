// Two fields may share one text.
#include <stdlib.h>

struct person {
    char *name;
    char *nickname;
};

void free_person(struct person *person) {
    if (person->name != person->nickname)
        free(person->nickname);
    free(person->name);
    free(person);
}

void free_distinct(struct person *person) {
    free(person->name);
    free(person->nickname);
    free(person);
}
