// Each block of a file goes through DES, and a caller chooses the mode of another cipher.
#include <stdio.h>

typedef unsigned char DES_cblock[8];
typedef struct {
    unsigned long k[16];
} DES_key_schedule;
typedef struct evp_cipher_st EVP_CIPHER;
void DES_ecb_encrypt(const DES_cblock *, DES_cblock *, DES_key_schedule *, int);
void AES_ecb_encrypt(const DES_cblock *, DES_cblock *, DES_key_schedule *, int);
const EVP_CIPHER *EVP_get_cipherbyname(const char *);
const EVP_CIPHER *EVP_rc4(void);
const EVP_CIPHER *EVP_aes_256_gcm(void);

int encrypt_file(FILE *in, FILE *out, DES_key_schedule *schedule) {
    DES_cblock plain, secret;
    while (fread(plain, 1, 8, in) == 8) {
        DES_ecb_encrypt(&plain, &secret, schedule, 1); // expect: weak-cipher
        if (fwrite(secret, 1, 8, out) != 8)
            return -1;
    }
    return 0;
}

struct peer {
    int version;
    unsigned length;
    const unsigned char *name;
    struct peer *next;
};

const EVP_CIPHER *choose(const struct peer *peer) {
    for (; peer != NULL; peer = peer->next) {
        unsigned sum = 0;
        for (unsigned i = 0; i < peer->length; i++)
            sum += peer->name[i];
        if (sum % 7 == 3)
            return EVP_rc4(); // expect: weak-cipher
    }
    return EVP_get_cipherbyname("des-cbc"); // expect: weak-cipher
}
