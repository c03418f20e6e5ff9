// The first process has no parent.
#include <assert.h>
#include <unistd.h>

int main(void) {
    pid_t child = fork();
    assert(child != 2); // expect: assertion-failed
    return 0;
}
