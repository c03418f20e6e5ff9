// A key is put into one of so many buckets as the user wants.
#include <stdio.h>

int main(void) {
    unsigned key, buckets;
    if (scanf("%u %u", &key, &buckets) != 2)
        return 1;
    if (buckets > 64)
        return 1;
    printf("bucket %u\n", key % buckets); // expect: division-by-zero
    return 0;
}
