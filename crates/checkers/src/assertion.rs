//! Assertions: what the program itself says must not happen.

use crate::{Claim, Context, Family};
use margay_engine::{Event, Fault};
use margay_ir::finding::Severity;
use margay_ir::rule::{Native, Rule, Then, Witness};

pub static FAMILY: Family =
    Family { rules: &[&ASSERTION_FAILED, &UNREACHABLE_REACHED, &TRAP], claim };

static ASSERTION_FAILED: Rule = Rule {
    name: "assertion-failed",
    summary: "an assertion fails",
    severity: Severity::Error,
    cwe: &[617],
    native: Some(Native::always(Witness::Addresses, &["ABRT", "ILL", "TRAP"])),
    then: Then::Ends,
    explanation: r#"## What is reported

An `assert` whose condition is false, and its kin in harnesses: `margay_assert`, `klee_assert`,
`__VERIFIER_assert`, `reach_error`.

## Why it is bad

What the author took for certain does not hold. The program ends where assertions are compiled in,
and goes on with a broken assumption where they are not.

## Example

```c
#include <assert.h>
#include <stdio.h>

int main(void) {
    int age;
    if (scanf("%d", &age) != 1)
        return 1;
    assert(age >= 0);
    printf("%d\n", age);
    return 0;
}
```

## Repair

Handle what the input may be; assert only what follows from the program.

```c
#include <assert.h>
#include <stdio.h>

int main(void) {
    int age;
    if (scanf("%d", &age) != 1 || age < 0)
        return 1;
    assert(age >= 0);
    printf("%d\n", age);
    return 0;
}
```

## Weaknesses

CWE-617.
"#,
    ..Rule::BLANK
};

static UNREACHABLE_REACHED: Rule = Rule {
    name: "unreachable-reached",
    summary: "code that is declared unreachable is reached",
    severity: Severity::Error,
    cwe: &[758],
    native: Some(Native::sometimes(
        Witness::Addresses,
        &["unreachable program point", "without returning a value"],
    )),
    explanation: r#"## What is reported

A way to `__builtin_unreachable`, or to the end of a function that must return a value and whose
value is used.

## Why it is bad

The behaviour is undefined: compilers leave such ways out, and the program runs into whatever code
comes next.

## Example

```c
static int days(int month) {
    switch (month) {
    case 2: return 28;
    case 4: case 6: case 9: case 11: return 30;
    case 1: case 3: case 5: case 7: case 8: case 10: case 12: return 31;
    }
    __builtin_unreachable();
}

int main(int argc, char **argv) {
    (void)argv;
    return days(argc - 1) < 0;
}
```

## Repair

Give the remaining values an answer.

```c
static int days(int month) {
    switch (month) {
    case 2: return 28;
    case 4: case 6: case 9: case 11: return 30;
    case 1: case 3: case 5: case 7: case 8: case 10: case 12: return 31;
    }
    return -1;
}

int main(int argc, char **argv) {
    (void)argv;
    return days(argc - 1) < 0;
}
```

## Weaknesses

CWE-758.
"#,
    ..Rule::BLANK
};

static TRAP: Rule = Rule {
    name: "trap",
    summary: "a trap",
    severity: Severity::Error,
    cwe: &[705],
    native: Some(Native::always(Witness::Addresses, &["ILL", "TRAP", "ABRT"])),
    then: Then::Ends,
    explanation: r#"## What is reported

A way to `__builtin_trap` or `__builtin_debugtrap`, or to a trap that the compiler put in place of
code whose behaviour is undefined.

## Why it is bad

The program is killed on the spot, without flushing its files or telling its user why.

## Example

```c
int main(int argc, char **argv) {
    (void)argv;
    if (argc > 2)
        __builtin_trap();
    return 0;
}
```

## Repair

Say what is wrong and end in order.

```c
#include <stdio.h>

int main(int argc, char **argv) {
    (void)argv;
    if (argc > 2) {
        fputs("too many arguments\n", stderr);
        return 1;
    }
    return 0;
}
```

## Weaknesses

CWE-705.
"#,
    ..Rule::BLANK
};

fn claim(_: &Context<'_>, event: &Event) -> Option<Claim> {
    Some(match &event.fault {
        Fault::AssertionFailed { message } => match asserted(message) {
            Some(condition) => {
                Claim::new(&ASSERTION_FAILED, format!("the assertion `{condition}` fails"))
                    .label("the condition is false")
            }
            None => Claim::new(&ASSERTION_FAILED, format!("assertion failed: {message}")),
        },
        Fault::UnreachableReached => {
            let message = "code that is declared unreachable is reached";
            Claim::new(&UNREACHABLE_REACHED, message).label("this is reached")
        }
        Fault::Trap => Claim::new(&TRAP, "the program traps").label("killed here"),
        _ => return None,
    })
}

/// The condition in a message of the C library: ``a.c:3: main: Assertion `x > 0' failed.``
fn asserted(message: &str) -> Option<&str> {
    let (_, rest) = message.split_once("Assertion `")?;
    let (condition, _) = rest.rsplit_once("' failed")?;
    // Within backticks, others would end the quotation.
    Some(condition).filter(|condition| !condition.contains('`'))
}
