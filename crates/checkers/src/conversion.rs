//! Conversions: numbers that are another number after them.

use crate::arithmetic::WRAPPED;
use crate::bounds::{OUT_OF_BOUNDS, OUT_OF_BOUNDS_WEAKNESSES};
use crate::{Claim, Context, Family};
use margay_engine::{Event, Fault};
use margay_ir::finding::Severity;
use margay_ir::rule::{Alerts, Native, Rule, Then, Tool, Witness};

pub static FAMILY: Family = Family { rules: &[&LOSSY_CONVERSION, &NEGATIVE_SIZE], claim };

static LOSSY_CONVERSION: Rule = Rule {
    name: "lossy-conversion",
    summary: "a number that does not fit the type it is converted to",
    severity: Severity::Note,
    cwe: &[197, 681],
    native: Some(WRAPPED),
    then: Then::GoesOn,
    explanation: r#"## What is reported

An input that becomes a narrower signed number which cannot hold its value. A number of the
program's own counts too, if it surely does not fit.

## Why it is bad

The upper bits are lost without a sign of it: a length of 65537 becomes 1, and what is copied
afterwards does not fit what was allocated.

## Example

```c
#include <stdio.h>

int main(void) {
    int length;
    if (scanf("%d", &length) != 1 || length < 0)
        return 1;
    short stored = length;
    printf("%d\n", stored);
    return 0;
}
```

## Repair

Check that the value fits, then say with a cast that it does.

```c
#include <limits.h>
#include <stdio.h>

int main(void) {
    int length;
    if (scanf("%d", &length) != 1 || length < 0 || length > SHRT_MAX)
        return 1;
    short stored = (short)length;
    printf("%d\n", stored);
    return 0;
}
```

## What is not reported

Conversions to unsigned types, which C defines and programs use to cut bits off, results of
arithmetic, which are `narrow-overflow`, and bytes from 128 to 255 that become `char`.

## Weaknesses

CWE-197; CWE-681 is the wider class.
"#,
    ..Rule::BLANK
};

static NEGATIVE_SIZE: Rule = Rule {
    name: "negative-size",
    summary: "a negative number taken as a size",
    severity: Severity::Error,
    cwe: &[195, 194],
    native: Some(Native::always(
        Witness::Addresses,
        &[
            "negative-size-param",
            Native::TOO_BIG,
            "calloc-overflow",
            "heap-buffer-overflow",
            "stack-buffer-overflow",
            "global-buffer-overflow",
            "SEGV",
        ],
    )),
    alerts: Alerts {
        tool_rules: &[OUT_OF_BOUNDS, &[Tool::Clang.part("core.VLASize")]],
        weaknesses: OUT_OF_BOUNDS_WEAKNESSES,
        ..Alerts::NONE
    },
    explanation: r#"## What is reported

A signed number that may be negative where a library function takes a size, as `malloc`, `memcpy`
and `read` do. So is the size of a variable-length array that is negative or zero.

## Why it is bad

Sizes are unsigned: -1 becomes the largest of all. A check for an upper bound that was made with
signed numbers has let it pass.

## Example

```c
#include <stdio.h>
#include <string.h>

int main(void) {
    char from[64] = "", to[64];
    int count;
    if (scanf("%d", &count) != 1 || count > 64)
        return 1;
    memcpy(to, from, count);
    return to[0];
}
```

## Repair

Check both ends, or keep sizes in `size_t` from the start.

```c
#include <stdio.h>
#include <string.h>

int main(void) {
    char from[64] = "", to[64];
    int count;
    if (scanf("%d", &count) != 1 || count < 1 || count > 64)
        return 1;
    memcpy(to, from, (size_t)count);
    return to[0];
}
```

## Weaknesses

CWE-195; CWE-194 where a narrower number was extended with its sign on the way.
"#,
    ..Rule::BLANK
};

fn claim(_: &Context<'_>, event: &Event) -> Option<Claim> {
    Some(match event.fault {
        Fault::NegativeSize { size } => {
            let message = match size {
                0 => "an array has no elements",
                _ => "a negative number is taken as a size",
            };
            Claim::new(&NEGATIVE_SIZE, message).label(format!("the size is {size}"))
        }
        Fault::LossyConversion { from, to } => {
            let message = format!("an input of {from} bits is changed by becoming one of {to}");
            Claim::new(&LOSSY_CONVERSION, message).label("what does not fit is cut off")
        }
        _ => return None,
    })
}
