//! Allocation: memory that may not be there, and sizes that the input chooses.

use crate::arithmetic::WRAPPED;
use crate::flow::with_origins;
use crate::null::{NULL_ACCESS, NULL_ARGUMENT, NULL_POINTER, NULL_POINTER_WEAKNESSES, distance};
use crate::{Claim, Context, Family};
use margay_engine::{Event, Fault};
use margay_ir::finding::Severity;
use margay_ir::rule::{Alerts, Native, QuickFix, Rule, Witness};

pub static FAMILY: Family = Family {
    rules: &[&UNCHECKED_ALLOCATION, &UNCONTROLLED_ALLOCATION, &ALLOCATION_OVERFLOW],
    claim,
};

/// What a native run shows where more memory is wanted than there is.
pub const NO_ROOM: Native = Native::sometimes(
    Witness::Addresses,
    &[Native::TOO_BIG, "out-of-memory", "rss-limit-exceeded", "calloc-overflow"],
);

/// How the note ends that stands where a call may fail.
const MAY_FAIL: &str = "may fail here";

static UNCHECKED_ALLOCATION: Rule = Rule {
    name: "unchecked-allocation",
    summary: "memory that is used without a check that there is any",
    severity: Severity::Error,
    cwe: &[690, 476],
    native: Some(NULL_ACCESS),
    alerts: Alerts {
        tool_rules: &[NULL_POINTER, NULL_ARGUMENT],
        weaknesses: NULL_POINTER_WEAKNESSES,
        ..Alerts::NONE
    },
    fixes: &[QuickFix::LeaveIfFailed { note: MAY_FAIL }],
    explanation: r#"## What is reported

An access through the null pointer that `malloc`, `fopen` or another library function returns when
it fails.

## Why it is bad

The program dies just when it is under load. With an offset, the access may even hit memory that
is there.

## Example

```c
#include <stdlib.h>

int main(void) {
    int *numbers = malloc(10 * sizeof *numbers);
    numbers[0] = 1;
    free(numbers);
    return 0;
}
```

## Repair

Check the result before it is used.

```c
#include <stdlib.h>

int main(void) {
    int *numbers = malloc(10 * sizeof *numbers);
    if (numbers == NULL)
        return 1;
    numbers[0] = 1;
    free(numbers);
    return 0;
}
```

## Weaknesses

CWE-690, and with it CWE-476.
"#,
    ..Rule::BLANK
};

static UNCONTROLLED_ALLOCATION: Rule = Rule {
    name: "uncontrolled-allocation",
    summary: "a size of memory that the input chooses",
    severity: Severity::Warning,
    cwe: &[789],
    native: Some(NO_ROOM),
    explanation: r#"## What is reported

An allocation whose size follows from the input and has no reasonable limit: a gibibyte and more is
possible.

## Why it is bad

A few bytes of input take all memory, which stops this program or another one.

## Example

```c
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    unsigned count;
    if (scanf("%u", &count) != 1)
        return 1;
    char *text = malloc(count);
    free(text);
    return text == NULL;
}
```

## Repair

Set a limit that fits the purpose.

```c
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    unsigned count;
    if (scanf("%u", &count) != 1 || count > 65536)
        return 1;
    char *text = malloc(count);
    free(text);
    return text == NULL;
}
```

## Weaknesses

CWE-789.
"#,
    ..Rule::BLANK
};

static ALLOCATION_OVERFLOW: Rule = Rule {
    name: "allocation-overflow",
    summary: "a size of memory whose calculation overflows",
    severity: Severity::Error,
    cwe: &[680, 190],
    native: Some(WRAPPED),
    explanation: r#"## What is reported

An allocation whose size is a sum or product that wrapped around: the block is smaller than the
program believes.

## Why it is bad

What is then written goes past the end of the block, as far as the input wants. It is one of the
most used ways into programs that read files.

## Example

```c
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    unsigned count;
    if (scanf("%u", &count) != 1)
        return 1;
    unsigned size = count * 4u;
    if (size > 4096)
        return 1;
    int *numbers = malloc(size);
    free(numbers);
    return numbers == NULL;
}
```

## Repair

Let `calloc` multiply, which fails instead, or check first.

```c
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    unsigned count;
    if (scanf("%u", &count) != 1 || count > 1024)
        return 1;
    int *numbers = calloc(count, sizeof *numbers);
    free(numbers);
    return numbers == NULL;
}
```

## Weaknesses

CWE-680, and the CWE-190 that leads to it.
"#,
    ..Rule::BLANK
};

fn claim(_: &Context<'_>, event: &Event) -> Option<Claim> {
    Some(match &event.fault {
        Fault::NullAccess { access, address, failed: Some((function, site)) } => {
            let message =
                format!("{access} through the null pointer that `{function}` returns if it fails");
            Claim::new(&UNCHECKED_ALLOCATION, message)
                .label(distance(*address))
                .note(*site, format!("`{function}` {MAY_FAIL}"))
        }
        Fault::AllocationOverflow { function } => {
            let message = format!("the size that `{function}` takes wraps around");
            Claim::new(&ALLOCATION_OVERFLOW, message).label("it is smaller than it was meant to be")
        }
        Fault::UncontrolledAllocation { function, origins } => {
            let message = format!("the input chooses how much memory `{function}` takes");
            let claim =
                Claim::new(&UNCONTROLLED_ALLOCATION, message).label("the size has no limit");
            with_origins(claim, origins)
        }
        _ => return None,
    })
}
