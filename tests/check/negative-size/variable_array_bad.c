// An array of as many elements as someone says has at least one.
#include <stdio.h>
#include <string.h>

static int fill(int count) {
    int squares[count]; // expect: negative-size
    for (int i = 0; i < count; i++)
        squares[i] = i * i;
    return count > 0 ? squares[count - 1] : 0;
}

static size_t text(const char *name) {
    char copy[strlen(name) + 1];
    strcpy(copy, name);
    return strlen(copy);
}

int main(int argc, char **argv) {
    int count = 0;
    if (scanf("%d", &count) != 1 || count > 4)
        return 1;
    printf("%d %zu\n", fill(count), text(argv[0]));
    return argc > 9;
}
