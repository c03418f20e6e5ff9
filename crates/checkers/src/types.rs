//! Types: memory that holds one type and is taken for another.

use crate::bounds::{OUT_OF_BOUNDS, OUT_OF_BOUNDS_WEAKNESSES};
use crate::context::bytes;
use crate::{Claim, Context, Family};
use margay_engine::{Event, Fault};
use margay_ir::finding::Severity;
use margay_ir::rule::{Alerts, Rule, Tool};

pub static FAMILY: Family = Family { rules: &[&TYPE_CONFUSION], claim };

static TYPE_CONFUSION: Rule = Rule {
    name: "type-confusion",
    summary: "an object that is used as one of another type",
    severity: Severity::Error,
    cwe: &[843, 588],
    alerts: Alerts {
        tool_rules: &[OUT_OF_BOUNDS, &[Tool::Gcc.part("-Wanalyzer-allocation-size")]],
        weaknesses: OUT_OF_BOUNDS_WEAKNESSES,
        ..Alerts::NONE
    },
    explanation: r#"## What is reported

An access to an object through a pointer to a larger type, so that what lies behind the object is
taken for a part of it: an `int` for a struct, a `char` for an `int`.

## Why it is bad

What is read has no meaning, and what is written ruins the object. The behaviour is undefined, and
compilers that rely on types reorder such accesses.

## Example

```c
struct circle { double radius; };

static double area(const void *shape) {
    const struct circle *circle = shape;
    return 3.14 * circle->radius * circle->radius;
}

int main(void) {
    int side = 4;
    return area(&side) > 0;
}
```

## Repair

Pass the type that is expected; where several are possible, say which one it is.

```c
struct circle { double radius; };

static double area(const struct circle *circle) {
    return 3.14 * circle->radius * circle->radius;
}

int main(void) {
    struct circle circle = {4};
    return !(area(&circle) > 0);
}
```

## What is not reported

Access as characters, members of one union, and signed for unsigned of the same size.

## Weaknesses

CWE-843; CWE-588 where something that is no struct is taken for one.
"#,
    ..Rule::BLANK
};

fn claim(cx: &Context<'_>, event: &Event) -> Option<Claim> {
    let Fault::TypeConfusion { access, object, wanted, size, allocated } = event.fault else {
        return None;
    };
    let what = cx.object(object, allocated, Some(size));
    let message = format!("{access} of {what} as a type of {}", bytes(wanted));
    Some(
        Claim::new(&TYPE_CONFUSION, message)
            .label(format!("the type has {}, the object {}", bytes(wanted), bytes(size)))
            .note(allocated, cx.made(object, allocated, Some(size))),
    )
}
