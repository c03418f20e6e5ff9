// A variable that the program has set is there; another one need not be.
#include <stdlib.h>

int main(void)
{
    if (putenv("MODE=fast") || setenv("LEVEL", "3", 1))
        return 1;
    char *mode = getenv("MODE"), *level = getenv("LEVEL");
    return *mode + *level;
}
