#include "speed.h"

unsigned speed(unsigned metres, unsigned seconds) {
    return metres / seconds; // expect: division-by-zero
}
