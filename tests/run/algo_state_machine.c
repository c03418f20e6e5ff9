// State machines: a table-driven number recogniser and a comment stripper.
#include <stdio.h>
#include <string.h>

enum state { START, SIGN, INT, DOT, FRAC, EXP, EXPSIGN, EXPINT, FAIL, STATES };
enum class { C_DIGIT, C_SIGN, C_DOT, C_E, C_OTHER, CLASSES };
static const unsigned char next[STATES][CLASSES] = {
    [START] = {INT, SIGN, DOT, FAIL, FAIL},    [SIGN] = {INT, FAIL, DOT, FAIL, FAIL},
    [INT] = {INT, FAIL, FRAC, EXP, FAIL},      [DOT] = {FRAC, FAIL, FAIL, FAIL, FAIL},
    [FRAC] = {FRAC, FAIL, FAIL, EXP, FAIL},    [EXP] = {EXPINT, EXPSIGN, FAIL, FAIL, FAIL},
    [EXPSIGN] = {EXPINT, FAIL, FAIL, FAIL, FAIL}, [EXPINT] = {EXPINT, FAIL, FAIL, FAIL, FAIL},
    [FAIL] = {FAIL, FAIL, FAIL, FAIL, FAIL},
};
static enum class classify(char c) {
    if (c >= '0' && c <= '9') return C_DIGIT;
    if (c == '+' || c == '-') return C_SIGN;
    if (c == '.') return C_DOT;
    return c == 'e' || c == 'E' ? C_E : C_OTHER;
}
static const char *recognise(const char *s) {
    enum state st = START;
    while (*s) st = next[st][classify(*s++)];
    return st == INT ? "integer" : st == FRAC ? "decimal" : st == EXPINT ? "scientific" : "not a number";
}

static void strip(const char *in, char *out) {
    enum { CODE, SLASH, LINE, BLOCK, STAR, STRING, ESCAPE } st = CODE;
    for (; *in; in++) {
        char c = *in;
        switch (st) {
        case CODE:
            if (c == '/') { st = SLASH; break; }
            if (c == '"') st = STRING;
            *out++ = c;
            break;
        case SLASH:
            if (c == '/') st = LINE;
            else if (c == '*') st = BLOCK;
            else *out++ = '/', *out++ = c, st = CODE;
            break;
        case LINE: if (c == '\n') *out++ = c, st = CODE; break;
        case BLOCK: if (c == '*') st = STAR; break;
        case STAR: st = c == '/' ? CODE : c == '*' ? STAR : BLOCK; if (st == CODE) *out++ = ' '; break;
        case STRING:
            *out++ = c;
            if (c == '\\') st = ESCAPE;
            else if (c == '"') st = CODE;
            break;
        case ESCAPE: *out++ = c; st = STRING; break;
        }
    }
    *out = 0;
}

int main(void) {
    const char *tests[] = {"42", "-7", "+3.14", ".5", "5.", "1e10", "6.02E+23", "-.1e-2", "", "+", ".", "1e", "1.2.3", "12a", "e5"};
    for (unsigned i = 0; i < sizeof tests / sizeof *tests; i++) printf("%s: %s\n", tests[i], recognise(tests[i]));
    char out[200];
    strip("int a; // note\nchar *s = \"/* kept */ \\\" // too\"; /* gone ** / */ b = a / 2; /**/ end\n", out);
    fputs(out, stdout);
    return (int)strlen(out);
}
