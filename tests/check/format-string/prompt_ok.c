// The prompt comes from the environment.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char prompt[32];
    const char *wanted = getenv("PROMPT");
    if (wanted == NULL)
        wanted = "> ";
    snprintf(prompt, sizeof prompt, "%s", wanted);
    fputs(prompt, stdout);
    return 0;
}
