// Computed goto: a threaded bytecode interpreter over a static table of labels.
#include <stdio.h>

enum { PUSH, ADD, MUL, SUB, DUP, SWAP, JNZ, LOAD, STORE, PRINT, HALT };

static int run(const int *code) {
    static const void *const table[] = {
        &&op_push, &&op_add, &&op_mul, &&op_sub, &&op_dup, &&op_swap, &&op_jnz,
        &&op_load, &&op_store, &&op_print, &&op_halt,
    };
    int stack[32], *sp = stack, vars[2] = {0, 0}, executed = 0;
    const int *pc = code;
#define NEXT do { executed++; goto *table[*pc++]; } while (0)
    NEXT;
op_push: *sp++ = *pc++; NEXT;
op_add: sp--; sp[-1] += sp[0]; NEXT;
op_mul: sp--; sp[-1] *= sp[0]; NEXT;
op_sub: sp--; sp[-1] -= sp[0]; NEXT;
op_dup: sp[0] = sp[-1]; sp++; NEXT;
op_swap: { int t = sp[-1]; sp[-1] = sp[-2]; sp[-2] = t; NEXT; }
op_jnz: { int off = *pc++; if (*--sp) pc = code + off; NEXT; }
op_load: *sp++ = vars[*pc++]; NEXT;
op_store: vars[*pc++] = *--sp; NEXT;
op_print: printf("%d ", sp[-1]); NEXT;
op_halt: puts(""); return executed;
}

static int parity(const char *s) {
    const void *state = &&even;
    for (;; s++) {
        if (!*s) return state == &&odd;
        if (*s != '1') continue;
        goto *state;
    even:
        state = &&odd;
        continue;
    odd:
        state = &&even;
    }
}

int main(void) {
    /* acc = 1; n = 6; do { acc *= n; n -= 1; } while (n); print */
    static const int factorial[] = {
        PUSH, 1, STORE, 0, PUSH, 6, STORE, 1,
        LOAD, 0, LOAD, 1, MUL, STORE, 0, LOAD, 1, PUSH, 1, SUB, DUP, STORE, 1, JNZ, 8,
        LOAD, 0, PRINT, HALT,
    };
    static const int countdown[] = {PUSH, 10, PRINT, PUSH, 1, SUB, DUP, JNZ, 2, HALT};
    static const int squares[] = {PUSH, 2, DUP, MUL, PRINT, DUP, PUSH, 256, SUB, JNZ, 2, PUSH, 3, SWAP, PRINT, HALT};
    printf("executed %d\n", run(factorial));
    printf("executed %d\n", run(countdown));
    printf("executed %d\n", run(squares));
    printf("%d%d%d%d\n", parity(""), parity("1"), parity("0110"), parity("10101"));
    return 9;
}
