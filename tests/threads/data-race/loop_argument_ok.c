// Each thread gets the address of the loop's variable.
#include <pthread.h>
#include <stdio.h>

static int results[3];

static void *work(void *argument) {
    int number = *(int *)argument;
    results[number] = number;
    return NULL;
}

int main(void) {
    pthread_t threads[3];
    int numbers[3];
    int made = 0, i;
    for (i = 0; i < 3; i++) {
        numbers[i] = i;
        if (pthread_create(&threads[i], NULL, work, &numbers[i]) != 0) {
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
