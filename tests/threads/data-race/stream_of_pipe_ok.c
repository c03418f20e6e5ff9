// A line in a pipe says that the value is there; both ends are streams.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static FILE *in;
static FILE *out;
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
    int ends[2];
    if (pipe(ends) != 0) {
        return 1;
    }
    in = fdopen(ends[0], "r");
    if (in == NULL) {
        close(ends[0]);
        close(ends[1]);
        return 1;
    }
    out = fdopen(ends[1], "w");
    if (out == NULL) {
        fclose(in);
        close(ends[1]);
        return 1;
    }
    if (pthread_create(&thread, NULL, consume, NULL) == 0) {
        value = 7;
        if (fputs("go\n", out) >= 0) {
            fflush(out);
        }
        fclose(out);
        pthread_join(thread, NULL);
    } else {
        fclose(out);
    }
    fclose(in);
    return seen;
}
