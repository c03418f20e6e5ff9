//! Uninitialised: values that were never written and that make a difference.

use crate::{Claim, Context, Family};
use margay_engine::{Event, Fault};
use margay_ir::finding::Severity;
use margay_ir::rule::{Alerts, Native, QuickFix, Rule, Tool, Witness};

pub static FAMILY: Family = Family { rules: &[&UNINITIALISED_READ], claim };

static UNINITIALISED_READ: Rule = Rule {
    name: "uninitialised-read",
    summary: "a value that was never written",
    severity: Severity::Error,
    cwe: &[457],
    native: Some(Native::always(Witness::Memory, &["use-of-uninitialized-value"])),
    alerts: Alerts {
        tool_rules: &[&[
            Tool::Clang.whole("core.NullDereference").saying("undefined pointer").about_read(),
            Tool::Clang.whole("core.BitwiseShift").saying("garbage").about_read(),
            Tool::Clang.whole("core.UndefinedBinaryOperatorResult").saying("garbage").about_read(),
            Tool::Clang
                .whole("core.UndefinedBinaryOperatorResult")
                .saying("uninitialized")
                .about_read(),
            Tool::Clang.whole("core.uninitialized.").about_read(),
            Tool::Clang.part("core.CallAndMessage").saying("pointer to uninitialized"),
            Tool::Clang.part("core.CallAndMessage").saying("contains uninitialized"),
            Tool::Clang
                .whole("core.CallAndMessage")
                .saying("argument is an uninitialized value")
                .about_read(),
            Tool::Clang
                .whole("core.CallAndMessage")
                .saying("function pointer is an uninit")
                .about_read(),
            Tool::Clang.part("core.VLASize"),
            Tool::Gcc.whole("-Wanalyzer-use-of-uninitialized-value").about_read(),
            Tool::Gcc.whole("-Wuninitialized").about_read(),
            Tool::Gcc.part("-Wmaybe-uninitialized"),
            Tool::Cppcheck.part("uninitdata"),
            Tool::Cppcheck.whole("uninitStructMember").about_read(),
            Tool::Cppcheck.whole("uninitvar").about_read(),
            Tool::Cppcheck.whole("legacyUninitvar").about_read(),
            Tool::CodeQl.whole("cpp/uninitialized-local").about_read(),
        ]],
        weaknesses: &[457, 908],
        named_at_start: true,
        ..Alerts::NONE
    },
    fixes: &[QuickFix::Initialise],
    explanation: r#"## What is reported

A branch, an address or an output that depends on memory that was never written: a local variable
without a value, a heap block from `malloc`, the rest of a buffer that was filled in part. So is
a number or pointer that a function returns, that it gives to unknown code, or that it divides by,
and a variable that a function without a result stores through its one pointer to what it may
write.

## Why it is bad

What the program does then depends on what happened to be there before, so it differs from run to
run. If such bytes reach an output, secrets leak.

## Example

```c
#include <stdio.h>

int main(void) {
    int count;
    scanf("%d", &count);
    if (count > 10)
        puts("many");
    return 0;
}
```

## Repair

Use the value only where it has one.

```c
#include <stdio.h>

int main(void) {
    int count;
    if (scanf("%d", &count) == 1 && count > 10)
        puts("many");
    return 0;
}
```

## What is not reported

Values that are copied and never looked at, such as the padding of a struct.

## Weaknesses

CWE-457.
"#,
    ..Rule::BLANK
};

fn claim(_: &Context<'_>, event: &Event) -> Option<Claim> {
    let Fault::UninitialisedRead = event.fault else { return None };
    let message = "use of a value that was never written";
    Some(Claim::new(&UNINITIALISED_READ, message).label("this depends on an uninitialised value"))
}
