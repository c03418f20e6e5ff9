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

A call of a library function that may fail, whose result is not used or is compared with a value
that does not tell failure from success.

## Why it is bad

The program goes on as if it had worked: with the rights it wanted to drop, the line it did not
read, the file it did not write.

## Example

```c
#include <stdio.h>

int main(void) {
    char line[80] = "";
    fgets(line, sizeof line, stdin);
    puts(line);
    return 0;
}
```

## Repair

Look at the result, and compare it with what the manual says.

```c
#include <stdio.h>

int main(void) {
    char line[80] = "";
    if (fgets(line, sizeof line, stdin) == NULL)
        return 1;
    return puts(line) == EOF;
}
```

## What is not reported

Functions whose result is rarely of use, such as `printf` to the terminal, and results that are cast
to `void`.

## Weaknesses

CWE-252 where the result is not used, CWE-253 where it is compared with the wrong value.
"#,
};

/// The engine raises nothing of this family yet.
fn claim(_: &Context<'_>, _: &Event) -> Option<Claim> {
    None
}
