// Every process of the same user, with a signal that most ignore: the test may fail. happens: no
#include "hostile.h"
void kill_everyone(void) { TRY("kill -1", SYS_kill, -1, SIGWINCH); }
