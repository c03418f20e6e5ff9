// Symbolic values in arrays and structs, and an index that depends on the input.
struct item {
    char tag;
    int value;
    struct item *next;
};
static int table[16] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};
unsigned long test(unsigned a, unsigned b, unsigned long c) {
    struct item items[4];
    for (int i = 0; i < 4; i++) {
        items[i].tag = (char)(a >> i);
        items[i].value = (int)(b + (unsigned)i);
        items[i].next = i ? &items[i - 1] : 0;
    }
    struct item copy = items[a & 3];
    copy.value = (int)((unsigned)copy.value + (unsigned)table[b & 15]);
    table[c & 15] ^= (int)a;
    unsigned long r = 0;
    for (struct item *p = &copy; p; p = p->next)
        r = r * 7 + (unsigned long)p->value + (unsigned long)p->tag;
    for (int i = 0; i < 16; i++)
        r = r * 5 + (unsigned long)table[i];
    table[c & 15] ^= (int)a;
    return r;
}
