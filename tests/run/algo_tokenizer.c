// A tokenizer for a C-like language: numbers, names, strings, operators and positions.
// stdin: int main() {\n  x1 += 0x1F * (3.5e2 - foo_bar) >> 2; // tail\n  s = "a\\n\\"b"; c = 'z';\n  if (a<=b && c!=d) return ~x->y;\n}\n
#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum kind { T_END, T_NAME, T_KEY, T_INT, T_FLOAT, T_STR, T_CHAR, T_OP, T_BAD };
static const char *const kinds[] = {"end", "name", "key", "int", "float", "str", "char", "op", "bad"};
struct token { enum kind kind; const char *start; int len, line, col; };
struct lexer { const char *p, *line_start; int line; };

static int is_key(const char *s, int n) {
    static const char *const keys[] = {"int", "if", "return", "while", NULL};
    for (int i = 0; keys[i]; i++) if ((int)strlen(keys[i]) == n && !memcmp(keys[i], s, (size_t)n)) return 1;
    return 0;
}
static int op_len(const char *p) {
    static const char *const ops[] = {">>=", "<<=", "->", "++", "--", "+=", "-=", "<=", ">=", "==", "!=", "&&", "||", "<<", ">>"};
    for (unsigned i = 0; i < sizeof ops / sizeof *ops; i++) if (!strncmp(p, ops[i], strlen(ops[i]))) return (int)strlen(ops[i]);
    return strchr("+-*/%<>=!&|^~(){}[];,.?:", *p) ? 1 : 0;
}
static struct token next(struct lexer *l) {
    for (;; l->p++) {
        if (*l->p == '\n') l->line++, l->line_start = l->p + 1;
        else if (l->p[0] == '/' && l->p[1] == '/') { while (l->p[1] && l->p[1] != '\n') l->p++; }
        else if (!isspace((unsigned char)*l->p)) break;
    }
    const char *s = l->p, *p = s;
    struct token t = {T_BAD, s, 1, l->line, (int)(s - l->line_start) + 1};
    if (!*p) t.kind = T_END, t.len = 0;
    else if (isalpha((unsigned char)*p) || *p == '_') {
        while (isalnum((unsigned char)*p) || *p == '_') p++;
        t.kind = is_key(s, (int)(p - s)) ? T_KEY : T_NAME;
    } else if (isdigit((unsigned char)*p)) {
        t.kind = T_INT;
        if (p[0] == '0' && p[1] == 'x') for (p += 2; isxdigit((unsigned char)*p);) p++;
        else for (; isdigit((unsigned char)*p) || *p == '.' || *p == 'e'; p++) if (!isdigit((unsigned char)*p)) t.kind = T_FLOAT;
    } else if (*p == '"' || *p == '\'') {
        char q = *p++;
        while (*p && *p != q) p += *p == '\\' && p[1] ? 2 : 1;
        if (*p) p++;
        t.kind = q == '"' ? T_STR : T_CHAR;
    } else if (op_len(p)) p += op_len(p), t.kind = T_OP;
    if (p > s) t.len = (int)(p - s);
    l->p = s + t.len;
    return t;
}

int main(void) {
    char src[512];
    size_t n = fread(src, 1, sizeof src - 1, stdin);
    src[n] = 0;
    struct lexer l = {src, src, 1};
    int counts[9] = {0}, total = 0;
    for (struct token t = next(&l); t.kind != T_END; t = next(&l), total++) {
        printf("%d:%d %s %.*s\n", t.line, t.col, kinds[t.kind], t.len, t.start);
        counts[t.kind]++;
    }
    for (int i = 1; i < 9; i++) printf("%s=%d ", kinds[i], counts[i]);
    puts("");
    return total;
}
