// A buffer is made if the caller brings none.
#include <stdlib.h>
#include <string.h>

int checksum(const char *text, char *scratch, size_t room) {
    int owned = 0, sum = 0;
    if (scratch == NULL) {
        room = 64;
        scratch = malloc(room); // expect: memory-leak
        if (scratch == NULL)
            return -1;
        owned = 1;
    }
    strncpy(scratch, text, room - 1);
    scratch[room - 1] = '\0';
    sum = scratch[0] + scratch[1];
    if (!owned)
        return sum;
    return sum + 1;
}
