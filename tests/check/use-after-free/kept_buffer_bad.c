// A write after closing writes to a freed buffer.
#include <stdio.h>
#include <stdlib.h>

enum state { IDLE, OPENED, CLOSED };

int main(void) {
    enum state state = IDLE;
    char *buffer = NULL;
    int used = 0;
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
            if (state != IDLE && used < 4)
                buffer[used++] = 'x'; // expect: use-after-free
            break;
        case 'c':
            if (state == OPENED) {
                free(buffer);
                state = CLOSED;
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
