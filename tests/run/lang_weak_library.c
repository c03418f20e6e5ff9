// Weak references to variables and functions, defined by the library or by no one.
#include <stdio.h>

extern char **environ __attribute__((weak));
extern int nowhere_variable __attribute__((weak));
extern int nowhere_function(void) __attribute__((weak));
extern int puts(const char *) __attribute__((weak));

int main(void) {
    printf("%d %d %d %d\n", &environ != 0, &nowhere_variable == 0, nowhere_function == 0, puts != 0);
    return 0;
}
