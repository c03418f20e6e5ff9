//! Interfaces: library functions that are called against their contract, or at all.

use crate::{Claim, Context, Family};
use margay_engine::{Event, Fault};
use margay_ir::finding::Severity;
use margay_ir::rule::{Alerts, Native, Rule, Tool, Witness};

pub static FAMILY: Family = Family { rules: &[&DANGEROUS_FUNCTION, &LIBRARY_MISUSE], claim };

static DANGEROUS_FUNCTION: Rule = Rule {
    name: "dangerous-function",
    summary: "a function that cannot be used safely",
    severity: Severity::Error,
    cwe: &[242],
    alerts: Alerts {
        tool_rules: &[&[
            Tool::Clang.part("security.insecureAPI.gets"),
            Tool::CodeQl.part("cpp/dangerous-function-overflow"),
        ]],
        ..Alerts::NONE
    },
    explanation: r#"## What is reported

A call of a function that no program can call safely, such as `gets`, which knows nothing of the
size of its buffer.

## Why it is bad

An attacker who controls the input decides how far the function writes.

## Example

```c
#include <stdio.h>

extern char *gets(char *line);

int main(void) {
    char line[80];
    if (gets(line) == NULL)
        return 1;
    return puts(line) == EOF;
}
```

## Repair

Use the function that is told the size.

```c
#include <stdio.h>

int main(void) {
    char line[80];
    if (fgets(line, sizeof line, stdin) == NULL)
        return 1;
    return puts(line) == EOF;
}
```

## What is not reported

Functions that can be used safely but rarely are, such as `strcpy`: what they do wrong is reported
as what it is.

## Weaknesses

CWE-242.
"#,
    ..Rule::BLANK
};

static LIBRARY_MISUSE: Rule = Rule {
    name: "library-misuse",
    summary: "a library function called against its contract",
    severity: Severity::Error,
    cwe: &[628, 404],
    native: Some(Native::sometimes(Witness::Addresses, &["passing zero to"])),
    explanation: r#"## What is reported

A call that breaks what the C library demands of its callers, where no other rule has a better name
for it: `isalpha` of what is no character, `longjmp` to a function that has returned, a stream that
never was one, `__builtin_ctz` of zero, `pthread_mutex_destroy` of a lock that a thread holds or
that is destroyed already. `isalpha` of a `char` that is negative is a note: most libraries have
room for it in their tables.

## Why it is bad

The behaviour is undefined. Many libraries check nothing and index a table with the argument.

## Example

```c
#include <setjmp.h>

static jmp_buf start;

static int prepare(void) {
    return setjmp(start);
}

int main(void) {
    if (prepare() == 0)
        longjmp(start, 1);
    return 0;
}
```

## Repair

Keep to what the manual allows: here, that the function which called `setjmp` still runs.

```c
#include <setjmp.h>

static jmp_buf start;

int main(void) {
    if (setjmp(start) == 0)
        longjmp(start, 1);
    return 0;
}
```

## Weaknesses

CWE-628; CWE-404 where something is closed by a function that is not for it.
"#,
    ..Rule::BLANK
};

fn claim(_: &Context<'_>, event: &Event) -> Option<Claim> {
    Some(match &event.fault {
        Fault::DangerousFunction { function } => {
            let message = format!("`{function}` writes past its buffer if a line is too long");
            Claim::new(&DANGEROUS_FUNCTION, message).label("it cannot be told the size")
        }
        Fault::MismatchedClose { function, opened } => {
            let message = format!("`{function}` of what another kind of function opened");
            Claim::new(&LIBRARY_MISUSE, message)
                .label("it stays open")
                .cwe(&[404, 628])
                .note(*opened, "opened here")
        }
        Fault::BadStream { function, detail } => {
            Claim::new(&LIBRARY_MISUSE, format!("`{function}`: {detail}"))
        }
        Fault::LibraryMisuse { function, detail } => {
            Claim::new(&LIBRARY_MISUSE, format!("`{function}`: {detail}")).cwe(&[628])
        }
        Fault::NegativeCharacter { function } => {
            let message = format!("`{function}`: the argument is a negative character");
            let claim = Claim::new(&LIBRARY_MISUSE, message).cwe(&[628]);
            claim.label("a cast to `unsigned char` is missing").severity(Severity::Note)
        }
        Fault::LockMisuse { function, detail, place, label } => {
            let claim = Claim::new(&LIBRARY_MISUSE, format!("`{function}`: {detail}"));
            claim.cwe(&[628]).note(*place, *label)
        }
        _ => return None,
    })
}
