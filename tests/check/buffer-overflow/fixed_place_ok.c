// The last place of a member.
#include <stdio.h>
#include <string.h>

struct tag {
    char code[4];
    char text[12];
};

int main(void) {
    struct tag tag;
    memset(&tag, 0, sizeof tag);
    tag.code[3] = '-';
    puts(tag.text);
    return 0;
}
