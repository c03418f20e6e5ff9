// A key that is made of rand can be guessed.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

int AES_set_encrypt_key(const unsigned char *, int, void *);

int main(void) {
    unsigned char schedule[244], key[16];
    if (getrandom(key, sizeof key, 0) != sizeof key)
        return 1;
    return AES_set_encrypt_key(key, 128, schedule);
}
