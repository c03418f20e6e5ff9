// What a handler calls is the program's own, and calls the library.
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int count;

static void say(const char *text) {
    write(2, text, strlen(text));
}

static void report(void) {
    count++;
    say("again\n");
}

static void on_hangup(int number) {
    if (number == SIGHUP) {
        report();
    }
}

int main(void) {
    signal(SIGHUP, on_hangup);
    say("start\n");
    return 0;
}
