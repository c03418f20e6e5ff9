//! Recursion: calls that nest until the stack is full.

use crate::{Claim, Context, Family};
use margay_engine::{Event, Fault};
use margay_ir::finding::Severity;
use margay_ir::rule::{Alerts, Native, Rule, Tool, Witness};

pub static FAMILY: Family = Family { rules: &[&UNCONTROLLED_RECURSION], claim };

static UNCONTROLLED_RECURSION: Rule = Rule {
    name: "uncontrolled-recursion",
    summary: "a recursion without end",
    severity: Severity::Error,
    cwe: &[674],
    native: Some(Native {
        in_any_frame: true,
        ..Native::always(Witness::Addresses, &["stack-overflow"])
    }),
    alerts: Alerts {
        tool_rules: &[&[Tool::Gcc.part("-Wanalyzer-infinite-recursion")]],
        weaknesses: &[674],
        ..Alerts::NONE
    },
    explanation: r#"## What is reported

Calls that nest until the stack is full, since a recursion has no end or one that comes too late.

## Why it is bad

The program dies. Where the depth follows the input, a few bytes are enough to kill a service.

## Example

```c
static unsigned sum(unsigned n) {
    return n + sum(n - 1);
}

int main(void) {
    return sum(3) == 6;
}
```

## Repair

Let each call come nearer to an end; where the input says how deep to go, set a limit.

```c
static unsigned sum(unsigned n) {
    return n == 0 ? 0 : n + sum(n - 1);
}

int main(void) {
    return sum(3) == 6;
}
```

## Weaknesses

CWE-674.
"#,
    ..Rule::BLANK
};

fn claim(_: &Context<'_>, event: &Event) -> Option<Claim> {
    let Fault::StackOverflow { depth } = event.fault else { return None };
    let message = format!("the stack overflows after {depth} nested calls");
    Some(Claim::new(&UNCONTROLLED_RECURSION, message).label("there is no room for this call"))
}
