// What a thread leaves in a record is freed by another one, which a function whose source is not here has wait for it.
#include <pthread.h>
#include <stdlib.h>

void wait_for_record(void);
void record_is_there(void);

struct record {
    char *text;
};

static void *fill(void *at) {
    struct record *record = at;
    record->text = malloc(4);
    if (record->text == NULL) {
        exit(1);
    }
    record->text[0] = 'x';
    record_is_there();
    return NULL;
}

int main(void) {
    struct record record = {NULL};
    pthread_t thread;
    if (pthread_create(&thread, NULL, fill, &record) != 0) {
        return 1;
    }
    wait_for_record();
    pthread_join(thread, NULL);
    free(record.text);
    return 0;
}
