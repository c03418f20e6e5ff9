// One process of the same user. refused: all, happens: yes
#include "hostile.h"
void kill_sibling(void) { TRY("kill", SYS_kill, SIBLING, SIGUSR2); }
