// The prompt comes from the environment.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char prompt[32];
    const char *wanted = getenv("PROMPT");
    if (wanted == NULL)
        wanted = "> ";
    snprintf(prompt, sizeof prompt, wanted); // expect: format-string
    fputs(prompt, stdout);
    return 0;
}
