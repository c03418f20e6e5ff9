// A handler takes memory.
#include <signal.h>
#include <stdlib.h>
#include <string.h>

static char last[8];

static void on_user(int number) {
    char note[8];
    memset(note, number, 8);
    memcpy(last, note, 8);
}

int main(void) {
    signal(SIGUSR1, on_user);
    return last[0];
}
