// Figure 5 of "Adding Constraint Building Mechanisms to a Symbolic Execution Engine":
// the sum begins before the array.
// lost with: --no-concretion
#include <stdio.h>

struct a {
    int member;
};

static int char_pos(char c) {
    return c - 'a' + 1;
}

static int gcd(int x, int y) {
    while (y != 0) {
        int m = x % y;
        x = y;
        y = m;
    }
    return x;
}

void run(int n) {
    int max = char_pos('w');
    struct a arr[23];
    if (n > 0) {
        for (int i = 0; i < max; ++i) {
            arr[i].member = max - i;
        }
        int sum1 = 0;
        while (n < max) {
            if (n % 2 == 0) {
                sum1 += arr[n].member;
            }
            n++;
        }
        printf("Sum1: %d\n", sum1);
        int from = -gcd(n, arr[0].member);
        int sum2 = 0;
        while (from < max) {
            sum2 += arr[from++].member; // expect: out-of-bounds-read
        }
        printf("Sum2: %d\n", sum2);
    }
}
