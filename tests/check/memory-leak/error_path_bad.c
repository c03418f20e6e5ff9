// The second allocation fails, and the first is forgotten.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *input = malloc(64); // expect: memory-leak
    if (input == NULL)
        return 1;
    char *output = malloc(128);
    if (output == NULL)
        return 1;
    input[0] = output[0] = 'a';
    printf("%c%c\n", input[0], output[0]);
    free(output);
    free(input);
    return 0;
}
