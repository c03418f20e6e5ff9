// A file without `main`: what happens for every caller is certain.
#include <stdlib.h>

void forget(int times)
{
    int kept[4] = {times, 0, 0, 0};
    int *last = &kept[3];
    free(last); // expect: bad-free
}
