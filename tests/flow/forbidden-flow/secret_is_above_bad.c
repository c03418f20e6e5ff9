// A label above the one that is rejected is rejected, too.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void publish(const char *text);

int main(void) {
    const char *token = getenv("API_TOKEN");
    if (token != NULL)
        publish(token); // expect: forbidden-flow
    return 0;
}
