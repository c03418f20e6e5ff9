// Functions of other files fill what they are given.
#include <stddef.h>

struct request {
    int *result;
    size_t size;
    void *user;
};

struct source {
    int (*read)(struct source *source, char *into, int size);
    struct request *pending;
};

void get_number(int *number);
void submit(struct request *request);
void wait_for(struct source *source);

static int *awaited;

void deliver(int number) {
    *awaited = number;
}

int direct(void) {
    int number;
    get_number(&number);
    return number + 1;
}

int through_structure(void) {
    int number;
    struct request request = {&number, sizeof number, NULL};
    submit(&request);
    return number + 1;
}

int through_context(struct source *source) {
    int number;
    source->pending->result = &number;
    wait_for(source);
    source->pending->result = NULL;
    return number + 1;
}

int through_static(void) {
    int number;
    awaited = &number;
    wait_for(NULL);
    return number + 1;
}

int through_callback(struct source *source) {
    char bytes[8];
    int length = source->read(source, bytes, sizeof bytes), sum = 0;
    for (int i = 0; i < length; i++)
        sum += bytes[i];
    return sum;
}

int not_at_all(struct source *source) {
    int number = 0;
    wait_for(source);
    if (number > 0)
        return 1;
    return 0;
}
