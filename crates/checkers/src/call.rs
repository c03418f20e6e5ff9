//! Calls: pointers that are called and are no such function.

use crate::null::{NULL_POINTER, NULL_POINTER_WEAKNESSES};
use crate::{Claim, Context, Family};
use margay_engine::{Event, Fault};
use margay_ir::finding::Severity;
use margay_ir::rule::{Alerts, Native, Rule, Witness};

pub static FAMILY: Family = Family { rules: &[&BAD_CALL], claim };

static BAD_CALL: Rule = Rule {
    name: "bad-call",
    summary: "a call through a pointer that is not such a function",
    severity: Severity::Error,
    cwe: &[476, 688, 758],
    native: Some(Native::sometimes(
        Witness::Addresses,
        &["SEGV", "BUS", "ILL", "incorrect function type"],
    )),
    alerts: Alerts {
        tool_rules: &[NULL_POINTER],
        weaknesses: NULL_POINTER_WEAKNESSES,
        ..Alerts::NONE
    },
    explanation: r#"## What is reported

A call through a pointer that is null or points to no function, and a call of a function with
arguments that it does not take, or for a result of a type that it does not return: too many or too
few, a float for an integer, integers of different widths.

## Why it is bad

The program jumps to where there is no code, or the function reads arguments that were not passed.

## Example

```c
#include <stdio.h>

static void help(void) { puts("help"); }

int main(int argc, char **argv) {
    void (*command)(void) = NULL;
    if (argc > 1 && argv[1][0] == 'h')
        command = help;
    command();
    return 0;
}
```

## Repair

Check the pointer, and declare functions with their parameters.

```c
#include <stdio.h>

static void help(void) { puts("help"); }

int main(int argc, char **argv) {
    void (*command)(void) = NULL;
    if (argc > 1 && argv[1][0] == 'h')
        command = help;
    if (command != NULL)
        command();
    return 0;
}
```

## What is not reported

A call through a type that differs in what pointers point to, or in the signs of integers: C forbids
that too, but callbacks rely on it and machines do not mind. Nor a result that is not used.

## Weaknesses

CWE-476 for a null pointer, CWE-688 for a pointer to something else and for arguments that do not
fit, CWE-758 for a result.
"#,
    ..Rule::BLANK
};

fn claim(_: &Context<'_>, event: &Event) -> Option<Claim> {
    Some(match &event.fault {
        Fault::BadCall { address: 0 } => Claim::new(&BAD_CALL, "call through a null pointer")
            .label("the pointer is null")
            .cwe(&[476]),
        Fault::BadCall { address } => {
            Claim::new(&BAD_CALL, "call through a pointer that points to no function")
                .label(format!("the address is {address:#x}"))
                .cwe(&[688])
        }
        fault @ Fault::WrongCallType { result, .. } => {
            let cwe = if *result { &[758] } else { &[688] };
            Claim::new(&BAD_CALL, fault.to_string()).cwe(cwe)
        }
        _ => return None,
    })
}
