// Every system has the locale "C".
#include <assert.h>
#include <locale.h>
#include <stddef.h>

int main(void) {
    assert(setlocale(LC_ALL, "C") != NULL);
    return 0;
}
