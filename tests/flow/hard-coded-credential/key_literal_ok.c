// So does a key.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int AES_set_encrypt_key(const unsigned char *, int, void *);

int main(void) {
    unsigned char schedule[244];
    unsigned char key[17] = "0123456789abcdef";
    if (fread(key, 16, 1, stdin) != 1)
        return 1;
    return AES_set_encrypt_key(key, 128, schedule);
}
