// A name to be written to, and one that is not.
#include <string.h>

const char *capital(const char *given) {
    char *name = "nobody";
    if (given == NULL) {
        name[0] = 'N'; // expect: write-to-constant
        return name;
    }
    return given;
}

void capitalise(char *name) {
    if (name[0] >= 'a' && name[0] <= 'z')
        name[0] -= 'a' - 'A';
}
