// The caller gets a name that it may keep.
#include <stdio.h>
#include <string.h>

struct result {
    const char *name;
    int status;
};

int run_with(struct result *result);

static void fill(struct result *result, int number) {
    char name[16];
    snprintf(name, sizeof name, "item %d", number);
    result->name = name;
}

int first_letter(struct result *result, int number) {
    fill(result, number);
    return result->name[0]; // expect: use-after-scope
}

// The name is lent for the time of one call.
int lend(struct result *result) {
    char name[16] = "temporary";
    result->name = name;
    int status = run_with(result);
    result->name = NULL;
    return status;
}
