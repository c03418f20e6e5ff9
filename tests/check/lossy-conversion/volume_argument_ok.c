// The conversion happens where an int becomes a parameter.
#include <stdio.h>

static int volume;

static void set_volume(signed char level) {
    volume = level < 0 ? 0 : level;
}

int main(void) {
    int wanted;
    if (scanf("%d", &wanted) != 1)
        return 1;
    if (wanted >= 0 && wanted <= 100)
        set_volume(wanted);
    printf("%d\n", volume);
    return 0;
}
