// A function whose source is not here waits until another thread has filled the record.
#include <pthread.h>
#include <stddef.h>

void wait_for_record(void);
void record_is_there(void);

struct record {
    const int *value;
};

static const int seven = 7;

static void *fill(void *at) {
    struct record *record = at;
    record->value = &seven;
    record_is_there();
    return NULL;
}

int main(void) {
    struct record record = {NULL};
    pthread_t thread;
    int value = *record.value; // expect: null-dereference
    if (pthread_create(&thread, NULL, fill, &record) != 0) {
        return 1;
    }
    wait_for_record();
    pthread_join(thread, NULL);
    return value == 7;
}
