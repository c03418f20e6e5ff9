// A short is handed over as void * and read as a long.
#include <stdio.h>

struct setting {
    const char *name;
    void *value;
};

static long value_of(const struct setting *setting) {
    return *(short *)setting->value;
}

int main(void) {
    short width = 80;
    struct setting setting = {"width", &width};
    printf("%s=%ld\n", setting.name, value_of(&setting));
    return 0;
}
