// A block goes out that nothing was put into. Padding may go out, too: that is no fault.
#include <stdio.h>
#include <string.h>

struct record {
    char kind;
    int value;
};

int main(void) {
    char name[8];
    struct record record;
    memset(name, 0, sizeof name);
    record.kind = 'a';
    record.value = 1;
    fwrite(&record, sizeof record, 1, stdout);
    fwrite(name, 1, sizeof name, stdout);
    return 0;
}
