// An external function without a model is called before a variable holds a block: the block is lost.
#include <stdlib.h>

void step(void);

int main(void) {
    step();
    char *text = malloc(4); // expect: memory-leak
    if (text == NULL)
        return 1;
    text[0] = 'a';
    return 0;
}
