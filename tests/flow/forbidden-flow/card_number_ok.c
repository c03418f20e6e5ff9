// A source and a sink of the project, with a label of its own.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int read_card(char *to);
void publish(const char *text);

int main(void) {
    char number[20], shown[20] = "hidden";
    read_card(number);
    strncpy(shown, "none", 4);
    publish(shown);
    return 0;
}
