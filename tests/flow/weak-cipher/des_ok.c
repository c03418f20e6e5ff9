// DES is no protection.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct cipher cipher;
const cipher *EVP_des_cbc(void);
const cipher *EVP_aes_256_gcm(void);

int main(void) {
    return EVP_aes_256_gcm() == NULL;
}
