// A plug-in's entry is taken from the wrong member.
#include <stdio.h>

struct plugin {
    char name[8];
    int version;
    void (*start)(void);
};

static void start(void) {
    puts("started");
}

int main(void) {
    struct plugin plugin = {"cache", 3, start};
    void (*entry)(void) = (void (*)(void))(void *)&plugin.version;
    entry(); // expect: bad-call
    return plugin.version - 3;
}
