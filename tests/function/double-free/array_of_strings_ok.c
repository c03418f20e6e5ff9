// As many strings as the caller says, or all of those made before one failed.
#include <stdlib.h>
#include <string.h>

char **copy_all(char *const *texts, int count) {
    char **copies = calloc((size_t)count, sizeof *copies);
    if (copies == NULL)
        return NULL;
    for (int i = 0; i < count; i++) {
        copies[i] = strdup(texts[i]);
        if (copies[i] == NULL) {
            while (i-- > 0)
                free(copies[i]);
            free(copies);
            return NULL;
        }
    }
    return copies;
}

void free_strings(char **texts, int count) {
    for (int i = 0; i < count; i++)
        free(texts[i]);
    free(texts);
}
