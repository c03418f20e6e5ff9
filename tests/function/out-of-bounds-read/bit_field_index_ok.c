// A field of three bits always fits a table of eight, one of four need not.
struct instruction {
    unsigned opcode : 4;
    unsigned target : 3;
    unsigned wide : 1;
};

static const int cycles[8] = {1, 1, 2, 2, 3, 3, 4, 8};

int cycles_of(struct instruction instruction) {
    if (instruction.opcode > 7)
        return 0;
    return cycles[instruction.opcode];
}

int target_cycles(const struct instruction *instruction) {
    return cycles[instruction->target] << instruction->wide;
}

void set_target(struct instruction *instruction, int target) {
    instruction->target = (unsigned)target;
    instruction->opcode++;
}
