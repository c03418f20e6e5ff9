// What is done because of a secret tells it, with --implicit-flow.
// args: --implicit-flow
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void publish(const char *text);

int main(void) {
    const char *token = getenv("API_TOKEN");
    if (token != NULL && token[0] == 'a')
        publish("it begins with an a"); // expect: forbidden-flow
    return 0;
}
