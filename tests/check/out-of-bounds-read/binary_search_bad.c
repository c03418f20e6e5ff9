// A binary search whose upper end is inclusive starts at the last element.
#include <stdio.h>

static const int primes[] = {2, 3, 5, 7, 11, 13, 17, 19};
enum { COUNT = sizeof primes / sizeof primes[0] };

static int find(int key) {
    int low = 0, high = COUNT;
    while (low <= high) {
        int middle = low + (high - low) / 2;
        int value = primes[middle]; // expect: out-of-bounds-read
        if (value == key)
            return middle;
        if (value < key)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return -1;
}

int main(void) {
    int key;
    if (scanf("%d", &key) != 1)
        return 1;
    printf("%d\n", find(key));
    return 0;
}
