// A compound literal lives as long as the block that it stands in.
#include <stdio.h>

struct style {
    int width;
    int color;
};

int main(void) {
    struct style *style = NULL;
    for (int i = 0; i < 2; i++) {
        if (i == 1) {
            style = &(struct style){2, 7};
        } else {
            style = &(struct style){1, 0};
        }
    }
    printf("%d\n", style->width); // expect: use-after-scope
    return 0;
}
