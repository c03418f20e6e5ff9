// Two threads ask for the parts of a date.
// unconfirmed: threads are not made to wait within functions of the library
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static void *year(void *at) {
    time_t when = *(time_t *)at;
    struct tm own;
    struct tm *date = localtime(&when); // expect: data-race
    return date != NULL && date->tm_year > 70 && date != &own + 1 ? at : NULL;
}

int main(void) {
    time_t first = 0, second = 1000000000;
    pthread_t one, two;
    if (pthread_create(&one, NULL, year, &first) != 0) {
        return 1;
    }
    if (pthread_create(&two, NULL, year, &second) == 0) {
        pthread_join(two, NULL);
    }
    pthread_join(one, NULL);
    return 0;
}
