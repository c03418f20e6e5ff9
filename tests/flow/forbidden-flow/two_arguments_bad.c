// A source of the project writes to two arguments: one is personal, both are written.
#include <stdio.h>

int read_card(char *to, int *expires);
void publish(const char *text);

int main(void) {
    char number[24];
    int expires;
    if (read_card(number, &expires) != 0)
        return 1;
    if (expires < 2026)
        return 2;
    publish(number); // expect: forbidden-flow
    return 0;
}
