//! Null: accesses through pointers that point to nothing.

use crate::{Claim, Context, Family};
use margay_engine::{Event, Fault};
use margay_ir::finding::Severity;
use margay_ir::rule::{Alerts, Native, QuickFix, Rule, Tool, ToolRule, Witness};

pub static FAMILY: Family = Family { rules: &[&NULL_DEREFERENCE], claim };

/// What a native run shows of an access through a null pointer.
pub const NULL_ACCESS: Native = Native {
    near_null: true,
    ..Native::always(Witness::Addresses, &["null pointer", "SEGV", "BUS"])
};

/// What other tools call an access or a call through a null pointer.
pub const NULL_POINTER: &[ToolRule] = &[
    Tool::Clang.whole("core.NullDereference"),
    Tool::Clang.whole("core.CallAndMessage").saying("function pointer is null"),
    Tool::Gcc.whole("-Wanalyzer-null-dereference"),
    Tool::Gcc.whole("-Wanalyzer-possible-null-dereference"),
    Tool::Gcc.whole("-Wnull-dereference"),
    Tool::Cppcheck.whole("nullPointer"),
    Tool::Cppcheck.whole("ctunullpointer"),
    Tool::CodeQl.whole("cpp/missing-null-test"),
    Tool::CodeQl.whole("cpp/inconsistent-null-check"),
    Tool::CodeQl.whole("cpp/dereferenced-value-may-be-null"),
];
pub const NULL_POINTER_WEAKNESSES: &[u32] = &[476, 690];

/// What other tools call a null pointer that is passed.
pub const NULL_ARGUMENT: &[ToolRule] = &[
    Tool::Clang.part("core.NonNullParamChecker"),
    Tool::Clang.part("unix.cstring.NullArg"),
    Tool::Gcc.part("-Wanalyzer-null-argument"),
    Tool::Gcc.part("-Wanalyzer-possible-null-argument"),
];

static NULL_DEREFERENCE: Rule = Rule {
    name: "null-dereference",
    summary: "an access through a null pointer",
    severity: Severity::Error,
    cwe: &[476],
    native: Some(NULL_ACCESS),
    alerts: Alerts {
        tool_rules: &[
            NULL_POINTER,
            NULL_ARGUMENT,
            &[
                Tool::Clang.part("core.NullPointerArithm"),
                Tool::Gcc.part("-Wanalyzer-deref-before-check"),
                Tool::Cppcheck.part("nullPointerArithmetic"),
            ],
        ],
        weaknesses: NULL_POINTER_WEAKNESSES,
        ..Alerts::NONE
    },
    fixes: &[QuickFix::LeaveIfNull],
    explanation: r#"## What is reported

A read or write through a null pointer, or through one that was made from null by adding an offset,
as `p->member` and `p[i]` do.

## Why it is bad

The program dies. The behaviour is undefined, so the compiler may also drop a check for null that
comes too late.

## Example

```c
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    char *value = argc > 1 ? strchr(argv[1], '=') : NULL;
    return puts(value + 1) < 0;
}
```

## Repair

Check for null before the pointer is used.

```c
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    char *value = argc > 1 ? strchr(argv[1], '=') : NULL;
    if (value == NULL)
        return 1;
    return puts(value + 1) < 0;
}
```

## What is not reported

The result of an allocation or of another call that failed: that is `unchecked-allocation`. A call
through a null pointer is `bad-call`.

## Weaknesses

CWE-476.
"#,
    ..Rule::BLANK
};

fn claim(_: &Context<'_>, event: &Event) -> Option<Claim> {
    let Fault::NullAccess { access, address, failed: None } = event.fault else { return None };
    let claim = Claim::new(&NULL_DEREFERENCE, format!("{access} through a null pointer"));
    Some(claim.label(distance(address)))
}

/// How far from null an address is.
pub fn distance(address: u64) -> String {
    match address {
        0 => "the pointer is null".to_owned(),
        _ => format!("the address is {} past null", crate::context::bytes(address)),
    }
}
