// The input says how many numbers count; all ends of the loop meet behind it.
// lost with: --no-merge
#include <assert.h>
#include <stdio.h>

int main(void) {
    unsigned char data[17];
    int pairs = 0;
    if (fread(data, 1, sizeof data, stdin) != sizeof data)
        return 1;
    int length = data[16] % 17;
    for (int i = 0; i < length; i++)
        for (int j = 0; j < 3; j++)
            if (data[i] == data[j] + 1)
                pairs++;
    assert(pairs != 36); // expect: assertion-failed
    return 0;
}
