// A thread that reads a file waits for no other: the value may not be there.
#include <pthread.h>
#include <stdio.h>

static FILE *in;
static int value;
static int seen;

static void *consume(void *unused) {
    char line[8];
    if (fgets(line, sizeof line, in) != NULL) {
        seen = value;
    }
    return unused;
}

int main(void) {
    pthread_t thread;
    in = fopen("input", "r");
    if (in == NULL) {
        return 1;
    }
    if (pthread_create(&thread, NULL, consume, NULL) == 0) {
        value = 7; // expect: data-race
        puts("go");
        fflush(stdout);
        pthread_join(thread, NULL);
    }
    fclose(in);
    return seen;
}
