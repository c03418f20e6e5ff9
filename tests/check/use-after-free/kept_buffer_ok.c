// The buffer is null before it is opened, which is known from the state alone.
#include <stdio.h>
#include <stdlib.h>

enum state { IDLE, OPENED, CLOSED };

int main(void) {
    enum state state = IDLE;
    char *buffer = NULL;
    int used = 0, forget = 0;
    for (int i = 0; i < 7; i++) {
        int c = getchar();
        if (c == EOF)
            break;
        switch (c) {
        case 'o':
            if (state != OPENED) {
                buffer = malloc(4);
                if (!buffer)
                    return 1;
                state = OPENED;
                used = 0;
            }
            break;
        case 'd':
            if (state == OPENED && used < 4)
                buffer[used++] = 'x';
            break;
        case 'f':
            if (used == 2)
                forget = 1;
            break;
        case 'c':
            if (state == OPENED) {
                free(buffer);
                state = CLOSED;
                if (forget)
                    buffer = NULL;
            }
            break;
        default:
            break;
        }
    }
    if (state == OPENED)
        free(buffer);
    return 0;
}
