// A callback is called, whether one was registered or not.
#include <stdio.h>
#include <string.h>

struct button {
    int id;
    void (*pressed)(int);
};

static void beep(int id) {
    printf("beep %d\n", id);
}

static void press(const struct button *button) {
    button->pressed(button->id); // expect: bad-call
}

int main(int argc, char **argv) {
    struct button button = {1, NULL};
    if (argc > 1 && strcmp(argv[1], "-b") == 0)
        button.pressed = beep;
    press(&button);
    return 0;
}
