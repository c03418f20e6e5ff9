// A pointer that a handler always follows is null for a moment, or never.
#include <signal.h>
#include <stddef.h>

struct mode {
    int number;
};

static struct mode first = {1}, second = {2};
static struct mode *current = &first;
static volatile sig_atomic_t seen;

static void on_signal(int number) {
    seen = current->number;
}

static void change(struct mode *next) {
    current = next;
}

int main(void) {
    signal(SIGHUP, on_signal);
    change(&second);
    return seen;
}
