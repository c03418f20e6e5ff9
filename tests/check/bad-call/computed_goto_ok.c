// The next instruction is where a table says.
#include <stdio.h>

static int run(const char *code, int length) {
    static void *const table[4] = {&&stop, &&increase, &&decrease, &&stop};
    int value = 0, at = 0;
    if (length == 0)
        return 0;
    goto *table[code[at] & 3];
increase:
    value++;
    if (++at >= length)
        return value;
    goto *table[code[at] & 1];
decrease:
    value--;
    return value;
stop:
    return value;
}

int main(void) {
    char code[8];
    if (fgets(code, sizeof code, stdin) == NULL)
        return 1;
    printf("%d\n", run(code, code[0] != 0));
    return 0;
}
