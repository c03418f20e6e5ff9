// An external function without a model is called while a variable holds a block: the block is not lost.
#include <stdlib.h>

void step(void);

static char *text;

int main(void) {
    text = malloc(4);
    if (text == NULL)
        return 1;
    step();
    free(text);
    return 0;
}
