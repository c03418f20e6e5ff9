//! Sample: a family as short as one can be, which is there in tests alone. It is what to begin a new one with.

use crate::{Claim, Context, Family};
use margay_engine::{Event, Fault};
use margay_ir::finding::Severity;
use margay_ir::rule::{Alerts, Native, QuickFix, Rule, Then, Tool, Witness};

pub static FAMILY: Family = Family { rules: &[&SAMPLE], claim };

static SAMPLE: Rule = Rule {
    name: "sample",
    summary: "what stands in a sample",
    severity: Severity::Note,
    cwe: &[1],
    native: Some(Native::sometimes(Witness::Addresses, &["sample"])),
    alerts: Alerts { tool_rules: &[&[Tool::Clang.part("sample.Sample")]], ..Alerts::NONE },
    fixes: &[QuickFix::BoundCall { function: "sample", with: "bounded({to}, {more})" }],
    then: Then::GoesOn,
    explanation: r#"## What is reported

Whatever a model calls a sample.

## Why it is bad

It is not.

## Example

```c
int main(void) {
    return 1;
}
```

## Repair

```c
int main(void) {
    return 0;
}
```

## Weaknesses

CWE-1.
"#,
    ..Rule::BLANK
};

fn claim(_: &Context<'_>, event: &Event) -> Option<Claim> {
    let Fault::Flow(crossing) = &event.fault else { return None };
    (crossing.rule == SAMPLE.name).then(|| Claim::new(&SAMPLE, "a sample").label(&*crossing.label))
}
