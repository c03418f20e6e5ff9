// The name in front of a colon goes to a buffer.
#include <stdio.h>

int main(int argc, char **argv) {
    char name[8];
    int number;
    if (argc < 2 || sscanf(argv[1], "%7[a-z]:%d", name, &number) != 2)
        return 1;
    printf("%s %d\n", name, number);
    return 0;
}
