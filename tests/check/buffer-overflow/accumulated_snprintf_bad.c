// snprintf returns what it would have written; added up, that leaves the buffer.
#include <stdio.h>

int main(void) {
    static const char *const parts[] = {"alpha", "beta", "gamma", "delta"};
    char line[12];
    size_t used = 0;
    for (int i = 0; i < 4; i++) {
        int n = snprintf(line + used, sizeof line - used, "%s,", parts[i]); // expect: buffer-overflow
        if (n < 0)
            return 1;
        used += (size_t)n;
    }
    puts(line);
    return 0;
}
