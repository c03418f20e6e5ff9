// An overrun inside strcpy is named at the call.
#include <string.h>
int main(void) {
    char small[4];
    const char *text = "too long";
    strcpy(small, text); // expect: buffer-overflow
    return small[0];
}
