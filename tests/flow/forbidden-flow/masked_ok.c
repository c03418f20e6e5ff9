// What goes through the sanitiser of the project may be published.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int read_card(char *to);
void mask(char *text);
void publish(const char *text);

int main(void) {
    char number[20];
    read_card(number);
    mask(number);
    publish(number);
    return 0;
}
