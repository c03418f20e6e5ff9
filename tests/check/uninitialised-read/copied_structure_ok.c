// A structure is copied whole, whatever is set; reading what was not set is wrong.
#include <stdio.h>
#include <string.h>

struct shape {
    char kind;
    int width;
    int height;
};

int main(void) {
    struct shape square, copy;
    square.kind = 's';
    square.width = 4;
    memcpy(&copy, &square, sizeof copy);
    struct shape other = copy;
    printf("%d\n", other.width * other.width);
    return 0;
}
