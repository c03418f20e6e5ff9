// A union's pointer is freed by its old name and by its new one.
#include <stdio.h>
#include <stdlib.h>

union slot {
    char *text;
    void *any;
};

static void slot_clear(union slot *slot) {
    free(slot->text);
}

int main(void) {
    union slot slot;
    slot.text = malloc(5);
    if (slot.text == NULL)
        return 1;
    slot.text[0] = 'u';
    printf("%c\n", slot.text[0]);
    slot_clear(&slot);
    free(slot.any); // expect: double-free
    return 0;
}
