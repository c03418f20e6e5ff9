// A limit by which another process would die. refused: all, happens: yes
#include "hostile.h"
void limit_sibling(void) {
    struct { unsigned long soft, hard; } limit = {5, 5};
    TRY("prlimit", SYS_prlimit64, SIBLING, 4 /* of core files */, &limit, 0);
}
