#ifndef SPEED_H
#define SPEED_H

unsigned speed(unsigned metres, unsigned seconds);

#endif
