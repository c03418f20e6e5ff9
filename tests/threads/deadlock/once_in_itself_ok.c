// What is done once asks for itself.
#include <pthread.h>
#include <stddef.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_once_t other = PTHREAD_ONCE_INIT;
static int table;

static void fill(void) {
    table = 3;
}

static void prepare(void) {
    pthread_once(&other, fill);
    table++;
}

int main(void) {
    pthread_once(&once, prepare);
    return table != 4;
}
