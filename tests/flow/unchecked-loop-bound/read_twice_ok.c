// Both functions that read the text refuse large numbers.
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
    if (sscanf(data, "%d", &rounds) == 1 && rounds < 500) {
        for (int i = 0; i < rounds; i++) done++;
        printf("%d\n", done);
    }
}

int main(void) {
    careful();
    careless();
    return 0;
}
