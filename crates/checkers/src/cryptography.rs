//! Cryptography that does not protect: keys that everybody has, ciphers and hashes that are broken.

use crate::flow::{broken, claim_of};
use crate::{Claim, Context, Family};
use margay_engine::Event;
use margay_ir::finding::Severity;
use margay_ir::rule::Rule;

pub static FAMILY: Family =
    Family { rules: &[&HARD_CODED_CREDENTIAL, &WEAK_CIPHER, &WEAK_HASH, &WEAK_RANDOM], claim };

static HARD_CODED_CREDENTIAL: Rule = Rule {
    name: "hard-coded-credential",
    summary: "a password or key that stands in the program",
    severity: Severity::Warning,
    cwe: &[259, 798, 321],
    explanation: r#"## What is reported

A password or key that is the same for every input, where one is needed: `crypt`, connections to
databases and directories, keys of ciphers and of `HMAC`.

## Why it is bad

Everybody who has the program has it, and it cannot be changed without a new version.

## Example

```c
char *crypt(const char *, const char *);

int main(void) {
    return crypt("letmein", "$6$salt$") == 0;
}
```

## Repair

Read it from where only the program can.

```c
#include <stdlib.h>

char *crypt(const char *, const char *);

int main(void) {
    const char *password = getenv("APP_PASSWORD");
    if (password == NULL)
        return 1;
    return crypt(password, "$6$salt$") == 0;
}
```

## What is not reported

Empty passwords, which are no secret.

## Weaknesses

CWE-259 for passwords, CWE-321 for keys; CWE-798 for both.
"#,
    ..Rule::BLANK
};

static WEAK_CIPHER: Rule = Rule {
    name: "weak-cipher",
    summary: "a cipher that is broken",
    severity: Severity::Warning,
    cwe: &[327],
    explanation: r#"## What is reported

A call of a function of DES, RC2 or RC4.

## Why it is bad

What they encrypt can be read by who wants to.

## Example

```c
typedef struct cipher cipher;
const cipher *EVP_des_cbc(void);

int main(void) {
    return EVP_des_cbc() == 0;
}
```

## Repair

Use AES-GCM or ChaCha20-Poly1305.

```c
typedef struct cipher cipher;
const cipher *EVP_aes_256_gcm(void);

int main(void) {
    return EVP_aes_256_gcm() == 0;
}
```

## Weaknesses

CWE-327.
"#,
    ..Rule::BLANK
};

static WEAK_HASH: Rule = Rule {
    name: "weak-hash",
    summary: "a hash that is broken",
    severity: Severity::Warning,
    cwe: &[328, 327],
    explanation: r#"## What is reported

A call of a function of MD2, MD4, MD5 or SHA-1.

## Why it is bad

Other data with the same hash can be made. Where that does not matter, as for checksums against
accidents, suppress it.

## Example

```c
unsigned char *MD5(const unsigned char *, unsigned long, unsigned char *);

int main(void) {
    unsigned char sum[16];
    return MD5((const unsigned char *)"text", 4, sum) == 0;
}
```

## Repair

Use SHA-256 or newer; for passwords a slow hash with a salt.

```c
unsigned char *SHA256(const unsigned char *, unsigned long, unsigned char *);

int main(void) {
    unsigned char sum[32];
    return SHA256((const unsigned char *)"text", 4, sum) == 0;
}
```

## Weaknesses

CWE-328, and with it CWE-327.
"#,
    ..Rule::BLANK
};

static WEAK_RANDOM: Rule = Rule {
    name: "weak-random",
    summary: "a key of numbers that can be guessed",
    severity: Severity::Warning,
    cwe: &[338],
    explanation: r#"## What is reported

A password or key that is made of what `rand`, `random` or their like return.

## Why it is bad

Such numbers follow from a few before them, or from the time.

## Example

```c
#include <stdlib.h>

int AES_set_encrypt_key(const unsigned char *, int, void *);

int main(void) {
    unsigned char key[16], schedule[244];
    for (int i = 0; i < 16; i++)
        key[i] = (unsigned char)(rand() | 1);
    return AES_set_encrypt_key(key, 128, schedule);
}
```

## Repair

Take them from `getrandom`.

```c
#include <sys/random.h>

int AES_set_encrypt_key(const unsigned char *, int, void *);

int main(void) {
    unsigned char key[16], schedule[244];
    if (getrandom(key, sizeof key, 0) != sizeof key)
        return 1;
    return AES_set_encrypt_key(key, 128, schedule);
}
```

## Weaknesses

CWE-338.
"#,
    ..Rule::BLANK
};

fn claim(_: &Context<'_>, event: &Event) -> Option<Claim> {
    let (rule, crossing) = broken(&FAMILY, event)?;
    let (part, sink) = (&crossing.part, &crossing.sink);
    let message = match rule.name {
        "hard-coded-credential" => format!("{part} for `{sink}` stands in the program"),
        "weak-cipher" => format!("`{sink}` is of {part}, a cipher that is broken"),
        "weak-hash" => format!("`{sink}` is of {part}, a hash that is broken"),
        _ => format!("{part} for `{sink}` is made of numbers that can be guessed"),
    };
    Some(claim_of(rule, message, crossing))
}
