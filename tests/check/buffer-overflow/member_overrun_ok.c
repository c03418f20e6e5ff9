// A record's name is filled from a raw packet; the size must be that of the member.
#include <stdio.h>
#include <string.h>

struct record {
    char name[8];
    int id;
    int flags;
};

int main(void) {
    static const char packet[sizeof(struct record)] = "gateway";
    struct record r = {.id = 17, .flags = 1};
    memcpy(r.name, packet, sizeof r.name);
    printf("%s %d\n", r.name, r.id);
    return 0;
}
