// One function refuses large numbers, another reads the same text again and does not.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void careful(void) {
    char data[100] = "";
    char *text = getenv("ROUNDS");
    if (text != NULL) strncat(data, text, 99);
    int rounds, done = 0;
    if (sscanf(data, "%d", &rounds) == 1 && rounds < 10000) {
        for (int i = 0; i < rounds; i++) done++;
        printf("%d\n", done);
    }
}

static void careless(void) {
    char data[100] = "";
    char *text = getenv("ROUNDS");
    if (text != NULL) strncat(data, text, 99);
    int rounds, done = 0;
    if (sscanf(data, "%d", &rounds) == 1) {
        for (int i = 0; i < rounds; i++) done++; // expect: unchecked-loop-bound
        printf("%d\n", done);
    }
}

int main(void) {
    careful();
    careless();
    return 0;
}
