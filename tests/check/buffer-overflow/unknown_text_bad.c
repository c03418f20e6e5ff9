// What an unknown function writes is any text that ends in its array: longer than the copy.
#include <string.h>

void fetch_line(char *to, size_t size);

int main(void) {
    char line[8], copy[6];
    fetch_line(line, sizeof line);
    strcpy(copy, line); // expect: buffer-overflow
    return copy[0];
}
