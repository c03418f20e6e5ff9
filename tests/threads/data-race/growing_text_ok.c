// A text that grows under a lock, a log that both threads write, and blocks of their own.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static FILE *log_file;
static char *text;
static size_t length;

static void append(const char *more) {
    pthread_mutex_lock(&lock);
    char *longer = realloc(text, length + strlen(more) + 1);
    if (longer) {
        text = longer;
        strcpy(text + length, more);
        length += strlen(more);
    }
    pthread_mutex_unlock(&lock);
}

static void *work(void *unused) {
    append("abc");
    char *own = strdup("x");
    if (own) {
        own[0] = 'y';
        free(own);
    }
    fputs("done\n", log_file);
    return unused;
}

int main(void) {
    log_file = fopen("log", "w");
    if (!log_file) {
        return 1;
    }
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, NULL) != 0) {
        fclose(log_file);
        return 1;
    }
    append("q");
    pthread_mutex_lock(&lock);
    size_t so_far = length;
    pthread_mutex_unlock(&lock);
    fprintf(log_file, "%zu\n", so_far);
    pthread_join(thread, NULL);
    fclose(log_file);
    free(text);
    return 0;
}
