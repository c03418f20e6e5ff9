// Starts a program.
#include "support.h"

#include <stdlib.h>
#include <time.h>

int main(void) {
    srand((unsigned)time(NULL));
    print_line("start");
    program();
    print_line("end");
    return 0;
}
