// A counter chosen by the user: a negative number passes a check of the upper bound only.
#include <stdio.h>

int main(void) {
    int votes[8] = {0};
    int choice;
    while (scanf("%d", &choice) == 1) {
        if (choice >= 8)
            break;
        votes[choice] = 1; // expect: buffer-overflow
    }
    for (int i = 0; i < 8; i++)
        printf("%d: %d\n", i, votes[i]);
    return 0;
}
