// The length between two marks that may stand in either order.
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[16] = "";
    char word[16] = "";
    if (fgets(line, sizeof line, stdin) == NULL)
        return 1;
    char *open = strchr(line, '['), *close = strchr(line, ']');
    if (open == NULL || close == NULL)
        return 1;
    int length = (int)(close - open) - 1;
    if (length < 0)
        return 1;
    memcpy(word, open + 1, length);
    puts(word);
    return 0;
}
