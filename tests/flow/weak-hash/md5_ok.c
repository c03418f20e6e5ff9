// Nor is MD5.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

unsigned char *MD5(const unsigned char *, unsigned long, unsigned char *);
unsigned char *SHA256(const unsigned char *, unsigned long, unsigned char *);

int main(void) {
    unsigned char sum[32];
    return SHA256((const unsigned char *)"text", 4, sum) == NULL;
}
