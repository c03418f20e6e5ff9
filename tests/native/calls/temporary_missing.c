// A template is overwritten by `mkstemp` that fails as well.
// native: -O0; -O2
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char name[] = "/nonexistent/fXXXXXX";
    if (mkstemp(name) >= 0)
        return 1;
    if (strcmp(name, "/nonexistent/fXXXXXX") != 0)
        assert(!"overwritten");
    assert(!"as it was");
    return 0;
}
