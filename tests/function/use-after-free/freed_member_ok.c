// A string is freed, and its first character asked for.
#include <stdlib.h>

struct token {
    char *text;
    int kind;
    struct token *next;
};

static void clear(struct token *token) {
    free(token->text);
    token->text = NULL;
}

int reset(struct token *token) {
    free(token->text);
    token->text = NULL;
    if (token->kind == 0)
        return 0;
    token->kind = 0;
    return 1;
}

void clear_twice(struct token *token) {
    clear(token);
    clear(token);
}

int skip(struct token **at) {
    struct token *old = *at;
    *at = old->next;
    int was_last = old->next == NULL;
    clear(old);
    free(old);
    return was_last;
}

int forget_current(struct token *token, struct token **current) {
    free(token);
    if (token == *current)
        *current = NULL;
    return 0;
}
