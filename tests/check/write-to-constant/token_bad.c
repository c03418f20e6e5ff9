// strtok writes terminators into what it takes apart.
#include <stdio.h>
#include <string.h>

int main(void) {
    char *list = "red,green";
    char *first = strtok(list, ","); // expect: write-to-constant
    if (first != NULL)
        puts(first);
    return 0;
}
