// So many records of sixteen bytes.
#include <stdio.h>
#include <stdlib.h>

struct record {
    long key;
    long value;
};

int main(void) {
    size_t count;
    if (scanf("%zu", &count) != 1)
        return 1;
    if (count * sizeof(struct record) > 1600)
        return 1;
    struct record *records = malloc(count * sizeof *records); // expect: allocation-overflow
    if (records == NULL)
        return 1;
    puts("ready");
    free(records);
    return 0;
}
