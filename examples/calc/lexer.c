#include "calc.h"
#include <ctype.h>
#include <stdlib.h>

void lexer_start(struct lexer *lexer, const char *text)
{
    lexer->at = text;
    lexer_next(lexer);
}

void lexer_next(struct lexer *lexer)
{
    while (isspace((unsigned char)*lexer->at))
        lexer->at++;
    if (isdigit((unsigned char)*lexer->at)) {
        char *end;
        lexer->kind = 'n';
        lexer->value = strtol(lexer->at, &end, 10);
        lexer->at = end;
        return;
    }
    lexer->kind = (unsigned char)*lexer->at;
    if (lexer->kind)
        lexer->at++;
}
