// Exit: atexit handlers in reverse order, one registered by a handler, buffered output flushed.
// files: log.txt
#include <stdio.h>
#include <stdlib.h>

static FILE *logf_;
static int depth;

static void last(void) { fprintf(logf_, "last %d\n", depth); printf("last runs first registered\n"); }
static void nested(void) { printf("registered during exit\n"); depth++; }
static void middle(void) {
    printf("middle\n");
    atexit(nested);
    depth++;
}
static void counter(void) { printf("count %d\n", ++depth); }

static void work(int n) {
    if (n == 0) {
        printf("exiting from depth, no newline at the end");
        exit(300);
    }
    work(n - 1);
}

int main(void) {
    logf_ = fopen("log.txt", "w");
    if (!logf_) return 1;
    fputs("opened\n", logf_);
    printf("%d", atexit(last));
    printf("%d", atexit(middle));
    for (int i = 0; i < 3; i++) printf("%d", atexit(counter));
    puts("");
    work(5);
    return 2;
}
