// A search that may find nothing.
#include <stdio.h>

struct part {
    int number;
    int stock;
};

static struct part parts[] = {{101, 4}, {205, 0}, {310, 12}};

static struct part *find(int number) {
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (parts[i].number == number)
            return &parts[i];
    return NULL;
}

int main(void) {
    int number;
    if (scanf("%d", &number) != 1)
        return 1;
    struct part *part = find(number);
    printf("%d in stock\n", part->stock); // expect: null-dereference
    return 0;
}
