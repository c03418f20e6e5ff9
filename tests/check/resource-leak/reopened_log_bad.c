// A log is opened again for every message, and closed once.
#include <stdio.h>

static FILE *output;

static int start(void) {
    output = fopen("log.txt", "a"); // expect: resource-leak
    return output != NULL;
}

int main(void) {
    for (int i = 0; i < 2; i++)
        if (start())
            fprintf(output, "message %d\n", i);
    if (output != NULL)
        fclose(output);
    return 0;
}
