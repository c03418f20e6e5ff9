// A failed assertion.
#include <assert.h>
int main(int argc, char **argv) {
    (void)argv;
    assert(argc == 0); // expect: assertion-failed
    return 0;
}
