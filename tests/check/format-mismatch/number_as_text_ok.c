// The format is chosen at run time, and does not fit what is printed.
#include <stdio.h>

static const char *const formats[] = {"%s: %ld\n", "%s has %d\n"};

int main(void) {
    int which = getchar() == 'l' ? 0 : 1;
    int items = 3;
    if (which == 0)
        printf(formats[which], "cart", (long)items);
    else
        printf(formats[which], "cart", items);
    return 0;
}
