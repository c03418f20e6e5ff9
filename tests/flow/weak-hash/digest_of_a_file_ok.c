// The digest is chosen by an unknown caller: the call of the broken one stands here all the same.
#include <stdio.h>

typedef struct evp_md_st EVP_MD;
typedef struct evp_md_ctx_st EVP_MD_CTX;
const EVP_MD *EVP_md5(void);
const EVP_MD *EVP_sha512(void);
const EVP_MD *EVP_sha256(void);
EVP_MD_CTX *EVP_MD_CTX_new(void);
void EVP_MD_CTX_free(EVP_MD_CTX *);
int EVP_DigestInit_ex(EVP_MD_CTX *, const EVP_MD *, void *);
int EVP_DigestUpdate(EVP_MD_CTX *, const void *, unsigned long);
int EVP_DigestFinal_ex(EVP_MD_CTX *, unsigned char *, unsigned *);

static const EVP_MD *choose(int kind) {
    switch (kind) {
    case 0:
        return EVP_sha512();
    default:
        return EVP_sha256();
    }
}

int file_sum(const char *path, unsigned char *out, int kind) {
    unsigned char block[512];
    size_t n;
    unsigned length = 0;
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return -1;
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    EVP_DigestInit_ex(context, choose(kind), NULL);
    while ((n = fread(block, 1, sizeof block, file)) > 0)
        EVP_DigestUpdate(context, block, n);
    EVP_DigestFinal_ex(context, out, &length);
    EVP_MD_CTX_free(context);
    fclose(file);
    return (int)length;
}
