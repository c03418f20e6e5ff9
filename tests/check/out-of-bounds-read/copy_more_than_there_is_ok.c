// A short greeting is copied into a longer frame.
#include <stdio.h>
#include <string.h>

struct frame {
    unsigned kind;
    char payload[32];
};

int main(void) {
    static const char greeting[] = "hello";
    struct frame frame = {.kind = 2};
    memcpy(frame.payload, greeting, sizeof greeting);
    printf("%u %s\n", frame.kind, frame.payload);
    return 0;
}
