// Reads a playlist: its title, then its first track.
//
// What to look for: a playlist that ends after its title. The function that reads the
// track frees the title when it fails, and so does its caller.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct playlist {
    char *title;
    char *track;
};

// A line of standard input on the heap; NULL at the end of input.
static char *read_line(void) {
    char line[32];
    if (fgets(line, sizeof line, stdin) == NULL)
        return NULL;
    line[strcspn(line, "\n")] = '\0';
    return strdup(line);
}

static int read_track(struct playlist *list) {
    list->track = read_line();
    if (list->track == NULL) {
        fprintf(stderr, "%s has no track\n", list->title);
        free(list->title);
        return -1;
    }
    return 0;
}

int main(void) {
    struct playlist list = {NULL, NULL};
    int status = 1;
    list.title = read_line();
    if (list.title == NULL || read_track(&list) != 0)
        goto done;
    printf("%s: %s\n", list.title, list.track);
    status = 0;
done:
    free(list.track);
    free(list.title);
    return status;
}
