// A compound literal lives as long as the block that it stands in.
#include <stdio.h>

struct style {
    int width;
    int color;
};

int main(void) {
    struct style *style = NULL;
    struct style bold, plain;
    for (int i = 0; i < 2; i++) {
        if (i == 1) {
            bold = (struct style){2, 7};
            style = &bold;
        } else {
            plain = (struct style){1, 0};
            style = &plain;
        }
    }
    printf("%d\n", style->width);
    return 0;
}
