// A stream has one descriptor, which no other has that is open.
#include <assert.h>
#include <stdio.h>

int main(void) {
    FILE *one = fopen("one", "r");
    if (!one)
        return 1;
    FILE *two = fopen("two", "r");
    if (two) {
        assert(fileno(one) == fileno(one));
        assert(fileno(one) == 3); // expect: assertion-failed
        fclose(two);
    }
    fclose(one);
    return 0;
}
