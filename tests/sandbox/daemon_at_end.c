// The same, and waits itself: for whoever kills Margay meanwhile. ends: time, happens: no
#include "hostile.h"
void daemon_process(void);
void daemon_at_end(void) {
    daemon_process();
    for (;;) nap();
}
