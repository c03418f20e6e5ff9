// A thread that reads a file waits for no other, and the value is there before it is made.
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
    value = 7;
    if (pthread_create(&thread, NULL, consume, NULL) == 0) {
        puts("go");
        fflush(stdout);
        pthread_join(thread, NULL);
    }
    fclose(in);
    return seen;
}
