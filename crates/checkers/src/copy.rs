//! Copies: ranges that must not overlap and do.

use crate::{Claim, Context, Family};
use margay_engine::{Event, Fault};
use margay_ir::finding::Severity;
use margay_ir::rule::{Alerts, Native, Rule, Tool, Witness};

pub static FAMILY: Family = Family { rules: &[&OVERLAPPING_COPY], claim };

static OVERLAPPING_COPY: Rule = Rule {
    name: "overlapping-copy",
    summary: "a copy between ranges that overlap",
    severity: Severity::Error,
    cwe: &[475],
    native: Some(Native::always(Witness::Addresses, &["param-overlap"])),
    alerts: Alerts {
        tool_rules: &[&[
            Tool::Clang.part("alpha.unix.cstring.BufferOverlap"),
            Tool::Gcc.part("-Wanalyzer-overlapping-buffers"),
            Tool::Cppcheck.part("overlappingWriteFunction"),
        ]],
        ..Alerts::NONE
    },
    explanation: r#"## What is reported

`memcpy`, `strcpy`, `strcat` and their like, called with a source and a destination that overlap.

## Why it is bad

The behaviour is undefined: these functions may copy in any order, and bytes that are still to be
copied may be overwritten. It works on one machine and fails on the next.

## Example

```c
#include <string.h>

int main(void) {
    char text[] = "margay";
    memcpy(text + 1, text, 5);
    return text[5] != 'a';
}
```

## Repair

Use `memmove`, which is made for that.

```c
#include <string.h>

int main(void) {
    char text[] = "margay";
    memmove(text + 1, text, 5);
    return text[5] != 'a';
}
```

## What is not reported

A `memcpy` from an object to itself, which compilers make of an assignment between structs.

## Weaknesses

CWE-475.
"#,
    ..Rule::BLANK
};

fn claim(_: &Context<'_>, event: &Event) -> Option<Claim> {
    let Fault::OverlappingCopy = event.fault else { return None };
    let message = "source and destination of the copy overlap";
    Some(Claim::new(&OVERLAPPING_COPY, message).label("use `memmove` where they may"))
}
