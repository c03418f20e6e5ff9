// Its own. happens: no
#include "hostile.h"
void raise_limits(void) {
    struct { unsigned long soft, hard; } limit = {~0UL, ~0UL};
    for (int which = 0; which < 16; which++) TRY("setrlimit", SYS_prlimit64, 0, which, &limit, 0);
}
