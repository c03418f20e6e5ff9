// A search that may fail is asked about before its result is used, or is known to succeed.
#include <stddef.h>
#include <string.h>

struct item {
    struct item *next;
    const char *name;
    int price;
};

static struct item *search(struct item *list, int price) {
    for (struct item *item = list; item != NULL; item = item->next)
        if (item->price == price)
            return item;
    return NULL;
}

static int is_valid(const struct item *item, int *why) {
    if (item->price < 0) {
        *why = 1;
        return 0;
    }
    if (item->name == NULL) {
        *why = 2;
        return 0;
    }
    *why = 0;
    return 1;
}

int name_length(struct item *list, int price) {
    struct item *item = search(list, price);
    if (item == NULL)
        return -1;
    return 0;
}

int known_name_length(struct item *list, int price) {
    struct item *item = search(list, price);
    return item->price;
}

// Only one of the two reasons for no leaves the name null.
int length_of_refused(const struct item *item) {
    int why;
    if (!is_valid(item, &why))
        return item->name[0];
    return 0;
}
