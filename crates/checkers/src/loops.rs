//! Loops: what iterates for ever.

use crate::{Claim, Context, Family};
use margay_engine::{Event, Fault};
use margay_ir::finding::Severity;
use margay_ir::rule::{Alerts, Rule, Tool};

pub static FAMILY: Family = Family { rules: &[&INFINITE_LOOP], claim };

static INFINITE_LOOP: Rule = Rule {
    name: "infinite-loop",
    summary: "a loop that never ends",
    severity: Severity::Warning,
    cwe: &[835],
    alerts: Alerts {
        tool_rules: &[&[Tool::Gcc.part("-Wanalyzer-infinite-loop")]],
        weaknesses: &[835],
        ..Alerts::NONE
    },
    explanation: r#"## What is reported

A loop without an exit; a loop that comes back to a state which it was in before, so that it does
the same again and again; and a loop that does so for some input. The line is that of the `for`,
`while` or `do`, or of the `goto` that goes back.

## Why it is bad

The program hangs and takes all the time it is given. Where the input leads there, a few bytes are
enough to stop a service.

## Example

```c
#include <stdio.h>

int main(void) {
    unsigned at = 0, step;
    if (scanf("%u", &step) != 1 || step > 10)
        return 1;
    while (at < 100)
        at += step;
    printf("%u\n", at);
    return 0;
}
```

## Repair

Let each iteration come nearer to the end, for every input.

```c
#include <stdio.h>

int main(void) {
    unsigned at = 0, step;
    if (scanf("%u", &step) != 1 || step == 0 || step > 10)
        return 1;
    while (at < 100)
        at += step;
    printf("%u\n", at);
    return 0;
}
```

## What is not reported

Loops that take input, wait, call external functions without a model or read what is volatile or
atomic: servers are meant to go on. Nor anything on a path that started a thread or installed a
handler of signals, since that may end a loop too. A loop that only unknown values keep going is not
reported either.

## Weaknesses

CWE-835.
"#,
    ..Rule::BLANK
};

fn claim(_: &Context<'_>, event: &Event) -> Option<Claim> {
    let Fault::InfiniteLoop { header, period } = event.fault else { return None };
    let (message, label) = match period {
        None => ("the loop has no exit".to_owned(), "nothing leads out of this loop"),
        Some(1) => (
            "the loop never ends: an iteration leaves everything as it was".to_owned(),
            "goes on for ever",
        ),
        Some(period) => (
            format!("the loop never ends: after {period} iterations everything is as it was"),
            "goes on for ever",
        ),
    };
    Some(Claim::new(&INFINITE_LOOP, message).label(label).at(header))
}
