/* A calculator: reads expressions, one on a line, and prints what each comes to.
 *
 * It knows + - * / %, unary minus, parentheses, decimal and hexadecimal numbers, and variables a to z
 * which `x = EXPRESSION` sets. With -x it prints hexadecimal numbers, with -q no messages. */
#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum token { END, NUMBER, NAME, OPERATOR, BAD };

struct parser {
    const char *at;
    enum token token;
    long value;
    char symbol;
    const char *error;
};

static long variables[26];

static int digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

static void fail(struct parser *p, const char *why) {
    if (!p->error)
        p->error = why;
    p->token = END;
}

static void number(struct parser *p) {
    int base = 10, value;
    if (p->at[0] == '0' && (p->at[1] == 'x' || p->at[1] == 'X')) {
        base = 16;
        p->at += 2;
        if (digit(*p->at) < 0) {
            fail(p, "no digits behind 0x");
            return;
        }
    }
    p->token = NUMBER;
    p->value = 0;
    while ((value = digit(*p->at)) >= 0 && value < base) {
        if (p->value > (INT_MAX - value) / base) {
            fail(p, "the number is too large");
            return;
        }
        p->value = p->value * base + value;
        p->at++;
    }
}

static void next(struct parser *p) {
    while (*p->at == ' ' || *p->at == '\t')
        p->at++;
    char c = *p->at;
    switch (c) {
    case '\0':
    case '\n':
    case '#':
        p->token = END;
        return;
    case '+': case '-': case '*': case '/': case '%':
    case '(': case ')': case '=':
        p->token = OPERATOR;
        p->symbol = c;
        p->at++;
        return;
    }
    if (c >= '0' && c <= '9') {
        number(p);
    } else if (c >= 'a' && c <= 'z') {
        p->token = NAME;
        p->symbol = c;
        p->at++;
    } else {
        p->token = BAD;
        fail(p, "a character that means nothing");
    }
}

static int is(const struct parser *p, char symbol) {
    return p->token == OPERATOR && p->symbol == symbol;
}

static long sum(struct parser *p);

static long factor(struct parser *p) {
    long value = 0;
    if (p->token == NUMBER) {
        value = p->value;
        next(p);
    } else if (p->token == NAME) {
        value = variables[p->symbol - 'a'];
        next(p);
    } else if (is(p, '-')) {
        next(p);
        value = -factor(p);
    } else if (is(p, '(')) {
        next(p);
        value = sum(p);
        if (!is(p, ')'))
            fail(p, "a parenthesis is not closed");
        else
            next(p);
    } else {
        fail(p, "a number is missing");
    }
    return value;
}

static long product(struct parser *p) {
    long value = factor(p);
    while (is(p, '*') || is(p, '/') || is(p, '%')) {
        char symbol = p->symbol;
        next(p);
        long other = factor(p);
        if (symbol == '*') {
            if (__builtin_mul_overflow(value, other, &value))
                fail(p, "the product is too large");
        } else if (other == 0) {
            fail(p, "division by zero");
        } else if (other == -1) {
            value = symbol == '/' ? -value : 0;
        } else {
            value = symbol == '/' ? value / other : value % other;
        }
    }
    return value;
}

static long sum(struct parser *p) {
    long value = product(p);
    while (is(p, '+') || is(p, '-')) {
        int minus = p->symbol == '-';
        next(p);
        long other = product(p);
        if (minus ? __builtin_sub_overflow(value, other, &value) : __builtin_add_overflow(value, other, &value))
            fail(p, "the sum is too large");
    }
    return value;
}

int main(int argc, char **argv) {
    int hex = 0, quiet = 0, errors = 0;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-x") == 0)
            hex = 1;
        else if (strcmp(argv[i], "-q") == 0)
            quiet = 1;
        else {
            fprintf(stderr, "usage: calc [-x] [-q]\n");
            return 2;
        }
    }
    char line[64];
    while (fgets(line, sizeof line, stdin)) {
        struct parser parser = {.at = line};
        int target = -1;
        next(&parser);
        if (parser.token == END && !parser.error)
            continue;
        if (parser.token == NAME) {
            struct parser ahead = parser;
            next(&ahead);
            if (is(&ahead, '=')) {
                target = parser.symbol - 'a';
                next(&ahead);
                parser = ahead;
            }
        }
        long value = sum(&parser);
        if (!parser.error && parser.token != END)
            fail(&parser, "something is left behind the expression");
        if (parser.error) {
            errors++;
            if (!quiet)
                fprintf(stderr, "calc: %s\n", parser.error);
        } else if (target >= 0) {
            variables[target] = value;
        } else {
            printf(hex ? "%#lx\n" : "%ld\n", value);
        }
    }
    return errors > 0;
}
