// A pair is read from an argument; where the second number is missing, it keeps what it was.
#include <stdio.h>

int main(int argc, char **argv) {
    int low = 0, high;
    if (argc < 2)
        return 1;
    int count = sscanf(argv[1], "%d-%d", &low, &high);
    if (count < 1)
        return 1;
    printf("%d to %d\n", low, high); // expect: uninitialised-read
    return 0;
}
