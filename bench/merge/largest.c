/* The largest and the smallest of some numbers. */
#include <stdio.h>
int main(void) {
    int v[10], most, least;
    if (fread(v, sizeof *v, 10, stdin) != 10) return 1;
    most = least = v[0];
    for (int i = 1; i < 10; i++) { if (v[i] > most) most = v[i]; if (v[i] < least) least = v[i]; }
    return most < least;
}
