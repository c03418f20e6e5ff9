// Every system has the locale "C".
#include <assert.h>
#include <locale.h>
#include <stddef.h>

int main(void) {
    assert(setlocale(LC_ALL, "de_DE.UTF-8") != NULL); // expect: assertion-failed
    return 0;
}
