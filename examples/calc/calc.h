/* A calculator for whole numbers: tokens from text, values from tokens. */
#ifndef CALC_H
#define CALC_H

struct lexer {
    const char *at;
    int kind;   /* 'n' for a number, an operator's own character, 0 at the end */
    long value; /* of a number */
};

void lexer_start(struct lexer *lexer, const char *text);
void lexer_next(struct lexer *lexer);

/* Returns 0 and sets *result, or returns -1 and points *error at a message. */
int evaluate(const char *text, long *result, const char **error);

#endif
