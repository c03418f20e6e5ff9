// An assertion on what callers pass is theirs to keep, one on what is computed here is not.
#include <assert.h>
#include <stdlib.h>

int half(int number) {
    assert(number % 2 == 0);
    return number / 2;
}

int die(int sides) {
    int rolled = rand() % 6;
    assert(rolled > 0); // expect: assertion-failed
    return rolled <= sides ? rolled : sides;
}
