// Each thread gets the address of the loop's variable.
#include <pthread.h>
#include <stdio.h>

static int results[3];

static void *work(void *argument) {
    int number = *(int *)argument;
    (void)number;
    return NULL;
}

int main(void) {
    pthread_t threads[3];
    int made = 0, i;
    for (i = 0; i < 3; i++) { // expect: data-race
        if (pthread_create(&threads[i], NULL, work, &i) != 0) {
            break;
        }
        made++;
    }
    for (int n = 0; n < made; n++) {
        pthread_join(threads[n], NULL);
    }
    printf("%d\n", results[0]);
    return 0;
}
