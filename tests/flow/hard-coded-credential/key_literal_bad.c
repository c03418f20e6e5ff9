// So does a key.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int AES_set_encrypt_key(const unsigned char *, int, void *);

int main(void) {
    unsigned char schedule[244];
    unsigned char key[17] = "0123456789abcdef";
    return AES_set_encrypt_key(key, 128, schedule); // expect: hard-coded-credential
}
