// Months count from one, arrays from zero.
#include <stdio.h>

static const int days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

int main(void) {
    int month;
    if (scanf("%d", &month) != 1)
        return 1;
    if (month < 1 || month > 12)
        return 1;
    printf("%d days\n", days[month - 1]);
    return 0;
}
