// Commands open and close a buffer; closing twice must be harmless.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *buffer = NULL;
    int open = 0, c;
    while ((c = getchar()) == 'o' || c == 'c') {
        switch (c) {
        case 'o':
            if (!open)
                buffer = malloc(4);
            open = buffer != NULL;
            break;
        case 'c':
            if (open)
                free(buffer);
            open = 0;
            break;
        }
    }
    printf("%s\n", open ? "open" : "closed");
    if (open)
        free(buffer);
    return 0;
}
