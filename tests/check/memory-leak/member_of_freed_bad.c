// A person is freed, but not the name that it owns.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct person {
    char *name;
    int age;
};

static struct person *person_new(const char *name, int age) {
    struct person *p = malloc(sizeof *p);
    if (p == NULL)
        return NULL;
    p->name = strdup(name); // expect: memory-leak
    if (p->name == NULL) {
        free(p);
        return NULL;
    }
    p->age = age;
    return p;
}

static void person_free(struct person *p) {
    free(p);
}

int main(void) {
    struct person *p = person_new("Leopardus", 7);
    if (p == NULL)
        return 1;
    printf("%s is %d\n", p->name, p->age);
    person_free(p);
    return 0;
}
