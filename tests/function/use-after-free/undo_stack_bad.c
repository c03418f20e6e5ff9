// What is taken off the stack is gone.
#include <stdlib.h>
#include <string.h>

struct change {
    struct change *below;
    char *text;
    size_t at;
};

struct editor {
    struct change *undo, *redo;
    size_t cursor;
};

static void free_change(struct change *change) {
    free(change->text);
    free(change);
}

int undo(struct editor *editor) {
    struct change *change = editor->undo;
    if (change == NULL)
        return -1;
    editor->undo = change->below;
    free_change(change);
    editor->cursor = change->at; // expect: use-after-free
    return 0;
}

void forget(struct editor *editor) {
    while (editor->undo != NULL) {
        struct change *change = editor->undo;
        editor->undo = change->below;
        free_change(change);
    }
}

int record(struct editor *editor, const char *text) {
    struct change *change = malloc(sizeof *change);
    if (change == NULL)
        return -1;
    change->text = strdup(text);
    if (change->text == NULL) {
        free(change);
        return -1;
    }
    change->at = editor->cursor;
    change->below = editor->undo;
    editor->undo = change;
    return 0;
}
