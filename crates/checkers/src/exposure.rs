//! What goes out and should not: secrets, and what is the system's own business.

use crate::flow::{broken, claim_of, source};
use crate::{Claim, Context, Family};
use margay_engine::{Crossing, Event};
use margay_ir::finding::Severity;
use margay_ir::rule::Rule;

pub static FAMILY: Family = Family {
    rules: &[
        &INFORMATION_EXPOSURE,
        &CLEARTEXT_TRANSMISSION,
        &SECRET_IN_LOG,
        &PLAINTEXT_STORAGE,
        &FORBIDDEN_FLOW,
    ],
    claim,
};

static INFORMATION_EXPOSURE: Rule = Rule {
    name: "information-exposure",
    summary: "output that tells of the system",
    severity: Severity::Warning,
    cwe: &[526, 497, 535],
    explanation: r#"## What is reported

Output of environment variables that tell how the system is laid out (`PATH`, `LD_LIBRARY_PATH`,
`LD_PRELOAD`) or that hold a credential, by their names, on standard output, standard error or a
socket.

## Why it is bad

Anyone who sees the output learns where to attack. On servers that is often another person.

## Example

```c
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    const char *path = getenv("PATH");
    if (path != NULL)
        printf("searching %s\n", path);
    return 0;
}
```

## Repair

Say no more than the reader needs.

```c
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    const char *path = getenv("PATH");
    if (path != NULL)
        printf("searching the usual directories\n");
    return 0;
}
```

## What is not reported

Other variables, such as `HOME` and `USER`. `[flow]` in `margay.toml` adds some.

## Weaknesses

CWE-526, CWE-497, and on standard error CWE-535.
"#,
    ..Rule::BLANK
};

static CLEARTEXT_TRANSMISSION: Rule = Rule {
    name: "cleartext-transmission",
    summary: "a secret that is sent as it is",
    severity: Severity::Error,
    cwe: &[319],
    explanation: r#"## What is reported

A password or key that `send`, `sendto` or `write` puts on a socket as it was read. Secret is what
`getpass` returns, what a password database holds, what environment variables hold that are named
for it, and what is read into a variable that is: `password`, `secret_key`.

## Why it is bad

Everybody on the way can read it.

## Example

```c
#include <sys/socket.h>
#include <stdlib.h>
#include <string.h>

int login(int connection) {
    const char *password = getenv("DB_PASSWORD");
    if (password == NULL)
        return 1;
    return send(connection, password, strlen(password), 0) < 0;
}

int main(void) {
    return login(3);
}
```

## Repair

Encrypt the connection, for instance with TLS.

```c
#include <sys/socket.h>
#include <stdlib.h>
#include <string.h>

int login(int connection) {
    const char *password = getenv("DB_PASSWORD");
    if (password == NULL)
        return 1;
    return send(connection, "hello", 5, 0) < 0;
}

int main(void) {
    return login(3);
}
```

## What is not reported

What a function made of it of which nothing is known, as one that encrypts it.

## Weaknesses

CWE-319.
"#,
    ..Rule::BLANK
};

static SECRET_IN_LOG: Rule = Rule {
    name: "secret-in-log",
    summary: "a secret that is logged",
    severity: Severity::Warning,
    cwe: &[532, 534, 535],
    explanation: r#"## What is reported

A password or key that goes to the system's log, to a file that is named for one, or to standard
error.

## Why it is bad

Logs are read by many, and kept for long.

## Example

```c
#include <stdlib.h>
#include <syslog.h>

int main(void) {
    const char *password = getenv("DB_PASSWORD");
    if (password != NULL)
        syslog(LOG_INFO, "using %s", password);
    return 0;
}
```

## Repair

Log that there is one, not which.

```c
#include <stdlib.h>
#include <syslog.h>

int main(void) {
    const char *password = getenv("DB_PASSWORD");
    if (password != NULL)
        syslog(LOG_INFO, "using the password that is set");
    return 0;
}
```

## Weaknesses

CWE-532, CWE-534, and on standard error CWE-535.
"#,
    ..Rule::BLANK
};

static PLAINTEXT_STORAGE: Rule = Rule {
    name: "plaintext-storage",
    summary: "a secret that is kept as it is",
    severity: Severity::Warning,
    cwe: &[256, 522, 526],
    explanation: r#"## What is reported

A password or key that is written to a file, or put into the environment, as it was read.

## Why it is bad

Anyone who can read the file has it, and the environment is open to other processes of the user.

## Example

```c
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    const char *password = getenv("DB_PASSWORD");
    FILE *file = fopen("settings", "w");
    if (file == NULL)
        return 1;
    if (password != NULL)
        fprintf(file, "password=%s\n", password);
    return fclose(file);
}
```

## Repair

Keep a salted hash, or leave it to the system's store for keys.

```c
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    const char *password = getenv("DB_PASSWORD");
    FILE *file = fopen("settings", "w");
    if (file == NULL)
        return 1;
    if (password != NULL)
        fprintf(file, "password=ask\n");
    return fclose(file);
}
```

## Weaknesses

CWE-256, CWE-522, and in the environment CWE-526.
"#,
    ..Rule::BLANK
};

static FORBIDDEN_FLOW: Rule = Rule {
    name: "forbidden-flow",
    summary: "data where the project lets none of its kind go",
    severity: Severity::Warning,
    cwe: &[200],
    explanation: r#"## What is reported

A call of a function that `margay.toml` declares as a sink, with data of a label that it rejects.

## Why it is bad

The project says so: [docs/flow.md](flow.md) shows how.

## Example

With this in `margay.toml`:

```toml
[[flow.sink]]
function = "publish"
rejects = "secret"
```

```c
#include <stdlib.h>

void publish(const char *text);

int main(void) {
    const char *token = getenv("API_TOKEN");
    if (token != NULL)
        publish(token);
    return 0;
}
```

## Repair

Keep the data back, or pass it through a sanitiser that is declared.

```c
#include <stdlib.h>

void publish(const char *text);

int main(void) {
    const char *token = getenv("API_TOKEN");
    if (token != NULL)
        publish("there is a token");
    return 0;
}
```

## Weaknesses

Those that the declaration names, else CWE-200.
"#,
    ..Rule::BLANK
};

fn claim(_: &Context<'_>, event: &Event) -> Option<Claim> {
    let (rule, crossing) = broken(&FAMILY, event)?;
    let (part, sink) = (&crossing.part, &crossing.sink);
    let what = what(crossing);
    let message = match rule.name {
        "information-exposure" => format!("{what} goes out with {part} of `{sink}`"),
        "cleartext-transmission" => format!("`{sink}` sends {what} as it is"),
        "secret-in-log" => format!("`{sink}` puts {what} into {part}"),
        "plaintext-storage" => format!("{what} is kept as it is in {part}"),
        _ => format!("{part} of `{sink}` is {what}, which is {}", crossing.label),
    };
    Some(claim_of(rule, message, crossing))
}

fn what(crossing: &Crossing) -> String {
    crossing.origins.first().map_or_else(|| "data".to_owned(), |origin| source(&origin.source))
}
