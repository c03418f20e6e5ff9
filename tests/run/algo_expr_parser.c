// A recursive-descent calculator with variables, functions, precedence and error positions.
// stdin: 1 + 2 * 3\n(1+2)*3\n-2^2\n2^3^2\nx = 10\ny = x * (x - 4) / 3\ny % 7\nmax(x, 3) + min(4, y)\n10 / 0\n3 + * 4\nsqrt(2)\n(1 + 2\nx == 10 && y > 5\n
#include <ctype.h>
#include <math.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

static const char *base, *p;
static double vars[26];
static jmp_buf fail;

static double expr(int min);
static void skip(void) { while (*p == ' ') p++; }
static void error(const char *what) {
    printf("error at %d: %s\n", (int)(p - base), what);
    longjmp(fail, 1);
}
static void expect(char c) {
    skip();
    if (*p != c) error(c == ')' ? "expected )" : "expected ,");
    p++;
}
static double primary(void) {
    skip();
    if (*p == '(') {
        p++;
        double v = expr(0);
        expect(')');
        return v;
    }
    if (*p == '-') return p++, -expr(6);
    if (*p == '!') return p++, !expr(6);
    if (isdigit((unsigned char)*p)) {
        double v = 0;
        while (isdigit((unsigned char)*p)) v = v * 10 + (*p++ - '0');
        return v;
    }
    if (!strncmp(p, "max(", 4) || !strncmp(p, "min(", 4)) {
        int max = p[1] == 'a';
        p += 4;
        double a = expr(0);
        expect(',');
        double b = expr(0);
        expect(')');
        return max ? fmax(a, b) : fmin(a, b);
    }
    if (!strncmp(p, "sqrt(", 5)) {
        p += 5;
        double a = expr(0);
        expect(')');
        return sqrt(a);
    }
    if (islower((unsigned char)*p)) return vars[*p++ - 'a'];
    error("expected a value");
    return 0;
}
static double expr(int min) {
    static const struct { const char *op; int prec; } ops[] = {{"&&", 1}, {"==", 2}, {"<", 3}, {">", 3}, {"+", 4}, {"-", 4}, {"*", 5}, {"/", 5}, {"%", 5}, {"^", 7}};
    double v = primary();
    for (;;) {
        skip();
        int k = -1;
        for (int i = 0; i < 10; i++) if (!strncmp(p, ops[i].op, strlen(ops[i].op))) { k = i; break; }
        if (k < 0 || ops[k].prec < min) return v;
        p += strlen(ops[k].op);
        double r = expr(ops[k].op[0] == '^' ? ops[k].prec : ops[k].prec + 1);
        switch (ops[k].op[0]) {
        case '&': v = v && r; break;
        case '=': v = v == r; break;
        case '<': v = v < r; break;
        case '>': v = v > r; break;
        case '+': v += r; break;
        case '-': v -= r; break;
        case '*': v *= r; break;
        case '/': if (r == 0) error("division by zero"); v /= r; break;
        case '%': v = fmod(v, r); break;
        case '^': v = pow(v, r); break;
        }
    }
}

int main(void) {
    static char line[100];
    static int good, bad;
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        p = base = line;
        if (setjmp(fail)) {
            bad++;
            continue;
        }
        int var = -1;
        if (islower((unsigned char)line[0]) && line[1] == ' ' && line[2] == '=' && line[3] == ' ') var = line[0] - 'a', p += 3;
        double v = expr(0);
        skip();
        if (*p) error("trailing text");
        if (var >= 0) vars[var] = v;
        printf("%s -> %.10g\n", line, v);
        good++;
    }
    return good * 10 + bad;
}
