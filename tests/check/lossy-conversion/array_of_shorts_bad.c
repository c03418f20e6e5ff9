// Samples are read as ints and kept as shorts.
#include <stdio.h>

int main(void) {
    short samples[3] = {0, 0, 0};
    for (int i = 0; i < 3; i++) {
        int sample;
        if (scanf("%d", &sample) != 1)
            break;
        samples[i] = sample; // expect: lossy-conversion
    }
    printf("%d\n", samples[0]);
    return 0;
}
