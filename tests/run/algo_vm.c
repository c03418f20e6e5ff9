// A register virtual machine with a small assembler: labels, calls, memory and traps.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum op { MOVI, ADD, SUB, MUL, LT, JZ, JMP, CALL, RET, LD, ST, OUT, HALT, OPS };
static const char *const names[OPS] = {"movi", "add", "sub", "mul", "lt", "jz", "jmp", "call", "ret", "ld", "st", "out", "halt"};
struct insn { enum op op; int a, b, c; };
struct label { char name[12]; int at; };

static int assemble(const char *src, struct insn *out) {
    struct label labels[16];
    int nlabels = 0, n = 0;
    for (int pass = 0; pass < 2; pass++) {
        char copy[700], *save;
        strcpy(copy, src);
        n = 0;
        for (char *line = strtok_r(copy, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
            char w[4][12] = {"", "", "", ""};
            int k = sscanf(line, "%11s %11s %11s %11s", w[0], w[1], w[2], w[3]);
            if (k < 1) continue;
            size_t len = strlen(w[0]);
            if (w[0][len - 1] == ':') {
                w[0][len - 1] = 0;
                if (!pass) strcpy(labels[nlabels].name, w[0]), labels[nlabels++].at = n;
                continue;
            }
            int v[4] = {0};
            for (int i = 1; i < k; i++) {
                v[i] = w[i][0] == 'r' ? w[i][1] - '0' : atoi(w[i]);
                for (int l = 0; l < nlabels; l++) if (!strcmp(labels[l].name, w[i])) v[i] = labels[l].at;
            }
            enum op op = 0;
            while (op < OPS && strcmp(names[op], w[0])) op++;
            out[n++] = (struct insn){op, v[1], v[2], v[3]};
        }
    }
    return n;
}
static int run(const struct insn *code, int limit) {
    int r[8] = {0}, mem[32] = {0}, stack[64], sp = 0, steps = 0;
    for (int pc = 0; steps < limit; steps++) {
        struct insn i = code[pc++];
        switch (i.op) {
        case MOVI: r[i.a] = i.b; break;
        case ADD: r[i.a] = r[i.b] + r[i.c]; break;
        case SUB: r[i.a] = r[i.b] - r[i.c]; break;
        case MUL: r[i.a] = r[i.b] * r[i.c]; break;
        case LT: r[i.a] = r[i.b] < r[i.c]; break;
        case JZ: if (!r[i.a]) pc = i.b; break;
        case JMP: pc = i.a; break;
        case CALL: stack[sp++] = pc, pc = i.a; break;
        case RET: pc = stack[--sp]; break;
        case LD: r[i.a] = mem[r[i.b] & 31]; break;
        case ST: mem[r[i.b] & 31] = r[i.a]; break;
        case OUT: printf("%d ", r[i.a]); break;
        case HALT: puts(""); return steps;
        default: puts("trap"); return -1;
        }
    }
    puts("limit");
    return steps;
}

int main(void) {
    struct insn code[64];
    int n = assemble("movi r1 1\nmovi r2 0\nmovi r3 1\nmovi r7 12\nloop:\nout r2\nadd r4 r2 r3\nadd r2 r3 r5\nadd r3 r4 r5\nsub r7 r7 r1\nlt r6 r5 r7\njz r6 done\njmp loop\ndone:\nhalt", code);
    printf("%d insns\n", n);
    printf("%d steps\n", run(code, 1000));
    assemble("movi r0 1\nmovi r1 6\nmovi r2 1\ncall fact\nout r2\nhalt\nfact:\njz r1 end\nmul r2 r2 r1\nsub r1 r1 r0\ncall fact\nend:\nret", code);
    printf("%d steps\n", run(code, 1000));
    assemble("movi r0 1\nmovi r3 20\nfill:\nmul r4 r1 r1\nst r4 r1\nadd r1 r1 r0\nlt r2 r1 r3\njz r2 sum\njmp fill\nsum:\nsub r1 r1 r0\nld r4 r1\nadd r5 r5 r4\njz r1 end\njmp sum\nend:\nout r5\nhalt", code);
    int steps = run(code, 1000);
    assemble("spin:\njmp spin", code);
    run(code, 50);
    return steps;
}
