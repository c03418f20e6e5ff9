// A cast makes an enumeration of any number.
#include <stdio.h>

enum suit { CLUBS, DIAMONDS, HEARTS, SPADES };

static const char *name(enum suit suit) {
    switch (suit) {
    case CLUBS:
        return "clubs";
    case DIAMONDS:
        return "diamonds";
    case HEARTS:
        return "hearts";
    case SPADES:
        return "spades";
    }
    __builtin_unreachable();
}

int main(void) {
    int n;
    if (scanf("%d", &n) != 1)
        return 1;
    if (n < 0 || n > 3)
        return 1;
    puts(name((enum suit)n));
    return 0;
}
