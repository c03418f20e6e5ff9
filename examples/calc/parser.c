#include "calc.h"
#include <setjmp.h>

struct parser {
    struct lexer lexer;
    jmp_buf failed;
    const char *error;
};

static long sum(struct parser *p);

static _Noreturn void fail(struct parser *p, const char *error)
{
    p->error = error;
    longjmp(p->failed, 1);
}

static long atom(struct parser *p)
{
    long value;
    switch (p->lexer.kind) {
    case 'n':
        value = p->lexer.value;
        lexer_next(&p->lexer);
        return value;
    case '-':
        lexer_next(&p->lexer);
        return -atom(p);
    case '(':
        lexer_next(&p->lexer);
        value = sum(p);
        if (p->lexer.kind != ')')
            fail(p, "a `)` is missing");
        lexer_next(&p->lexer);
        return value;
    case 0:
        fail(p, "something is missing at the end");
    default:
        fail(p, "this is neither a number nor a `(`");
    }
}

static long product(struct parser *p)
{
    long value = atom(p);
    while (p->lexer.kind == '*' || p->lexer.kind == '/') {
        int operator = p->lexer.kind;
        lexer_next(&p->lexer);
        long right = atom(p);
        if (operator == '*')
            value *= right;
        else if (right == 0)
            fail(p, "division by zero");
        else
            value /= right;
    }
    return value;
}

static long sum(struct parser *p)
{
    long value = product(p);
    while (p->lexer.kind == '+' || p->lexer.kind == '-') {
        int operator = p->lexer.kind;
        lexer_next(&p->lexer);
        long right = product(p);
        value = operator == '+' ? value + right : value - right;
    }
    return value;
}

int evaluate(const char *text, long *result, const char **error)
{
    struct parser parser;
    if (setjmp(parser.failed)) {
        *error = parser.error;
        return -1;
    }
    lexer_start(&parser.lexer, text);
    *result = sum(&parser);
    if (parser.lexer.kind)
        fail(&parser, "an operator is missing");
    return 0;
}
