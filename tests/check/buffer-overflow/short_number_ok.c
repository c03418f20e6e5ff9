// A number of at most three digits fits four characters.
#include <stdio.h>

int main(void) {
    char text[4];
    int number;
    if (scanf("%d", &number) != 1 || number < 0 || number > 999)
        return 1;
    sprintf(text, "%d", number);
    puts(text);
    return 0;
}
