// Constructor and destructor attributes with priorities, mixed with atexit handlers.
#include <stdio.h>
#include <stdlib.h>

static int order[8];
static int used;

static void mark(int n) { order[used++] = n; }

__attribute__((constructor)) static void plain(void) { mark(3); }
__attribute__((constructor(102))) static void second(void) { mark(2); }
__attribute__((constructor(101))) static void first(void) { mark(1); }
__attribute__((constructor(201))) static void third(void) { mark(22); }

__attribute__((destructor(101))) static void last_down(void) { puts("destructor 101"); }
__attribute__((destructor(102))) static void next_down(void) { puts("destructor 102"); }
__attribute__((destructor)) static void plain_down(void) { puts("destructor plain"); }

static void at_exit_a(void) { puts("atexit a"); }
static void at_exit_b(void) { puts("atexit b"); }

int main(void) {
    for (int i = 0; i < used; i++) printf("%d ", order[i]);
    printf("(%d)\n", used);
    atexit(at_exit_a);
    atexit(at_exit_b);
    puts("leaving main");
    exit(used + 40);
}
