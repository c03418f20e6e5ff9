// The hash is asked for by its name, through a table of functions and by its number of letters.
#include <stdlib.h>
#include <string.h>

typedef struct evp_md_st EVP_MD;
const EVP_MD *EVP_get_digestbyname(const char *);
const EVP_MD *EVP_MD_fetch(void *, const char *, const char *);
const EVP_MD *EVP_sha1(void);
const EVP_MD *EVP_sha256(void);

static const struct algorithm {
    const char *name;
    const EVP_MD *(*get)(void);
} algorithms[] = {{"old", EVP_sha256}, {"new", EVP_sha256}};

static const EVP_MD *find(const char *name) {
    for (size_t i = 0; i < sizeof algorithms / sizeof algorithms[0]; i++)
        if (strcmp(algorithms[i].name, name) == 0)
            return algorithms[i].get();
    return NULL;
}

int main(int argc, char **argv) {
    const EVP_MD *md = EVP_get_digestbyname("SHA256");
    const EVP_MD *other = EVP_MD_fetch(NULL, "SHA2-256", NULL);
    // What the user names is the user's choice.
    const EVP_MD *third = argc > 1 ? EVP_get_digestbyname(argv[1]) : NULL;
    const EVP_MD *fourth = argc > 2 ? find(argv[2]) : NULL;
    return md == NULL || other == NULL || third == NULL || fourth == NULL;
}
