// strlen of an array without a terminator.
#include <string.h>
int main(void) {
    char word[3] = {'a', 'b', 'c'};
    return (int)strlen(word); // expect: out-of-bounds-read
}
