#include "speed.h"

unsigned speed(unsigned metres, unsigned seconds) {
    if (seconds == 0)
        return 0;
    return metres / seconds;
}
