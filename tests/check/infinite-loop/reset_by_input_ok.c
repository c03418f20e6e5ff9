// Some command sets the position back for ever.
#include <stdio.h>

int main(void) {
    char commands[4];
    if (fgets(commands, sizeof commands, stdin) == NULL)
        return 1;
    int at = 0;
    while (commands[at] != '\0' && commands[at] != '\n') {
        if (commands[at] == '<')
            at = 0;
        else
            at++;
        if (commands[at] == '<')
            return 1;
    }
    printf("%d\n", at);
    return 0;
}
