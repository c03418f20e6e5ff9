//! Returns: what a function says of its success, and nobody hears.

use crate::{Claim, Context, Family};
use margay_engine::Event;
use margay_ir::finding::{Rule, Severity};

pub static FAMILY: Family = Family { rules: &[&UNCHECKED_RETURN], claim };

static UNCHECKED_RETURN: Rule = Rule {
    name: "unchecked-return",
    summary: "a result that tells of failure and is not looked at",
    severity: Severity::Warning,
    cwe: &[252, 253],
    explanation: r#"## What is reported

The first use of what a library function should have filled, when the call failed and nobody looked
at its result, or compared it with a value that does not tell failure from success.

## Why it is bad

The program goes on as if it had worked, with what was there before: the line that it read last, a
number that is none, half a block.

## Example

```c
#include <stdio.h>

int main(void) {
    char line[80];
    if (fgets(line, sizeof line, stdin) == NULL)
        return 1;
    printf("name: %s", line);
    fgets(line, sizeof line, stdin);
    printf("town: %s", line);
    return 0;
}
```

## Repair

Look at the result of every call, and compare it with what the manual says.

```c
#include <stdio.h>

int main(void) {
    char line[80];
    if (fgets(line, sizeof line, stdin) == NULL)
        return 1;
    printf("name: %s", line);
    if (fgets(line, sizeof line, stdin) == NULL)
        return 1;
    printf("town: %s", line);
    return 0;
}
```

## What is not reported

A call that failed and whose output nobody uses. Where nothing was there before, the use is an
`uninitialised-read`; where a null pointer comes back, an `unchecked-allocation`.

## Weaknesses

CWE-252 where the result is not used, CWE-253 where it is compared with the wrong value.
"#,
};

/// The engine raises nothing of this family yet.
fn claim(_: &Context<'_>, _: &Event) -> Option<Claim> {
    None
}
