// Two threads cut text at its commas.
// unconfirmed: threads are not made to wait within functions of the library
#include <pthread.h>
#include <stddef.h>
#include <string.h>

static void *cut(void *text) {
    char *rest = NULL;
    int words = 0;
    for (char *word = strtok(text, ","); word != NULL; word = strtok(NULL, ",")) { // expect: data-race
        words++;
    }
    return words > 1 && rest != text ? text : NULL;
}

int main(void) {
    char first[] = "a,b", second[] = "c,d";
    pthread_t one, two;
    if (pthread_create(&one, NULL, cut, first) != 0) {
        return 1;
    }
    if (pthread_create(&two, NULL, cut, second) == 0) {
        pthread_join(two, NULL);
    }
    pthread_join(one, NULL);
    return 0;
}
