/* Functions that are declared not to return: one without a body, called by name and by pointer, and
   one that does not. */
#include <stdio.h>
#include <stdlib.h>

__attribute__((noreturn)) void fatal(void);
extern __attribute__((noreturn)) void (*on_failure)(void);

__attribute__((noreturn)) static void complain(const char *why) {
    puts(why);
    exit(1);
}

static void *get(void) {
    void *block = malloc(4);
    if (!block) {
        fatal();
    }
    return block;
}

static void *get_or(void (*end)(void) __attribute__((noreturn))) {
    void *block = malloc(4);
    if (!block) {
        end();
    }
    return block;
}

int main(void) {
    free(get());
    free(get_or(on_failure));
    void *block = malloc(4);
    if (!block) {
        complain("no memory");
    }
    free(block);
    return 0;
}
