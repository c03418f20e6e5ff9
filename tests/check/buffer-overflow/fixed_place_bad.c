// A fixed place behind the end of one member is the next.
#include <stdio.h>
#include <string.h>

struct tag {
    char code[4];
    char text[12];
};

int main(void) {
    struct tag tag;
    memset(&tag, 0, sizeof tag);
    tag.code[4] = '-'; // expect: buffer-overflow
    puts(tag.text);
    return 0;
}
