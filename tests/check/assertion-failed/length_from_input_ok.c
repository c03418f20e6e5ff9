// Each number makes at most three pairs.
#include <assert.h>
#include <stdio.h>

int main(void) {
    unsigned char data[7];
    int pairs = 0;
    if (fread(data, 1, sizeof data, stdin) != sizeof data)
        return 1;
    int length = data[6] % 7;
    for (int i = 0; i < length; i++)
        for (int j = 0; j < 3; j++)
            if (data[i] == data[j] + 1)
                pairs++;
    assert(pairs <= 18);
    return 0;
}
