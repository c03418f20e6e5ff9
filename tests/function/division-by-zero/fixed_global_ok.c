// A number that nothing changes, and others that somebody may.
#include <stdio.h>
#include <string.h>

#define PARAMETER(variable) \
    static int *const parameter_##variable __attribute__((used, section("parameters"))) = &variable

static int fixed;
static int set_here;
static int read_from_text;
static int parameter;
static struct {
    int rows, columns;
} screen;
int anyone;
extern int elsewhere;
static _Thread_local int of_thread;

PARAMETER(parameter);
void load_screen(void *into, size_t size);

void set(int value) {
    set_here = value;
    of_thread = value;
}

int read_number(const char *text) {
    return sscanf(text, "%d", &read_from_text);
}

void load(void) {
    load_screen(&screen, sizeof screen);
}

int by_fixed(int number) {
    return fixed != 0 ? number / fixed : 0;
}

int by_set(int number) {
    return number / set_here;
}

int by_read(int number) {
    return number / read_from_text;
}

int by_parameter(int number) {
    return number / parameter;
}

int by_screen(int number) {
    return number / screen.columns;
}

int by_anyone(int number) {
    return number / anyone + number / elsewhere;
}

int by_thread(int number) {
    return number % of_thread;
}
