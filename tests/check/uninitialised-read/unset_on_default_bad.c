// A switch sets a variable in most cases.
#include <stdio.h>

int main(void) {
    int seconds;
    int c = getchar();
    switch (c) {
    case 's':
        seconds = 1;
        break;
    case 'm':
        seconds = 60;
        break;
    case 'h':
        seconds = 3600;
        break;
    }
    printf("%d\n", seconds); // expect: uninitialised-read
    return 0;
}
