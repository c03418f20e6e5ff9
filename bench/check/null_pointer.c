// A pointer that is null unless a lookup succeeds is read through.
// Flow: the pointer goes through a structure and a pointer to it.
#include "support.h"

#include <stddef.h>
#include <stdlib.h>

struct entry {
    int key;
    int value;
};

struct request {
    const char *name;
    struct entry *entry;
};

static struct entry entries[] = {{1, 10}, {2, 20}, {3, 30}, {4, 40}};

static struct entry *find(int key) {
    for (size_t i = 0; i < sizeof entries / sizeof entries[0]; i++)
        if (entries[i].key == key)
            return &entries[i];
    return NULL;
}

static void bad_sink(struct request *request) {
    print_line(request->name);
    print_int(request->entry->value); // flaw: null-dereference
}

static void bad(void) {
    struct request request = {"bad", NULL};
    request.entry = find(5);
    bad_sink(&request);
}

static void good_sink_sink(struct request *request) {
    print_line(request->name);
    if (request->entry != NULL)
        print_int(request->entry->value);
    else
        print_line("there is none");
}

// The result is checked.
static void good_sink(void) {
    struct request request = {"good sink", NULL};
    request.entry = find(5);
    good_sink_sink(&request);
}

static void good_source_sink(struct request *request) {
    print_line(request->name);
    print_int(request->entry->value);
}

// The key is there.
static void good_source(void) {
    struct request request = {"good source", NULL};
    request.entry = find(3);
    good_source_sink(&request);
}

void program(void) {
    good_sink();
    good_source();
    bad();
}
