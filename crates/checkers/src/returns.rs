//! Returns: results that tell of failure, and are not checked.

use crate::{Claim, Context, Family};
use margay_engine::{Event, Fault, Neglect};
use margay_ir::finding::Severity;
use margay_ir::rule::Rule;

pub static FAMILY: Family = Family { rules: &[&UNCHECKED_RETURN], claim };

static UNCHECKED_RETURN: Rule = Rule {
    name: "unchecked-return",
    summary: "a result that tells of failure and is not checked",
    severity: Severity::Warning,
    cwe: &[252, 253],
    explanation: r#"## What is reported

A call of `fgets`, `scanf`, `fread`, `read` or their like that fails while its result is not
checked, or is compared with a value that does not tell failure from success, if what an earlier
call read is then used as if it were new.

## Why it is bad

The program goes on as if it had worked, with what was there before: the line that it read last,
the number before, half of another block. The last line of a file that is handled twice is of this
kind.

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

A call that failed and whose output is not used. A variable to which the program itself gave a value
before the call: that is a default, and may well be meant. Where nothing was there before, the use
is an `uninitialised-read`; where a null pointer comes back, an `unchecked-allocation`.

## Weaknesses

CWE-252 where the result is not used, CWE-253 where it is compared with the wrong value.
"#,
    ..Rule::BLANK
};

fn claim(_: &Context<'_>, event: &Event) -> Option<Claim> {
    let Fault::UncheckedReturn { function, call, neglect } = &event.fault else { return None };
    let message = format!("`{function}` may fail, and what was there before is taken for new");
    let (label, cwe) = match neglect {
        Neglect::Ignored => ("its result is not checked", 252),
        Neglect::Compared => ("the result is compared with what does not tell of failure", 253),
    };
    let claim = Claim::new(&UNCHECKED_RETURN, message).label(label).cwe(&[cwe]);
    Some(claim.at(*call).note(event.span, "the old value is used here"))
}
