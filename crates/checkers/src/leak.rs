//! Leaks: memory and files that the program takes and never gives back.

use crate::context::bytes;
use crate::{Claim, Context, Family};
use margay_engine::{Event, Fault};
use margay_ir::finding::Severity;
use margay_ir::rule::{Alerts, Native, Rule, Then, Tool, Witness};

pub static FAMILY: Family = Family { rules: &[&MEMORY_LEAK, &RESOURCE_LEAK], claim };

static MEMORY_LEAK: Rule = Rule {
    name: "memory-leak",
    summary: "memory that is never freed",
    severity: Severity::Warning,
    cwe: &[401],
    native: Some(Native::always(Witness::Addresses, &[Native::LEAK])),
    then: Then::GoesOn,
    is_leak: true,
    alerts: Alerts {
        tool_rules: &[&[
            Tool::Clang.whole("unix.Malloc").saying("Potential leak").about_loss(),
            Tool::Clang.whole("unix.Malloc").saying("Potential memory leak").about_loss(),
            Tool::Gcc.whole("-Wanalyzer-malloc-leak").about_loss(),
            Tool::Cppcheck.whole("memleak").about_loss(),
            Tool::Cppcheck.part("leakReturnValNotUsed"),
            Tool::CodeQl.part("cpp/memory-never-freed"),
            Tool::CodeQl.part("cpp/memory-may-not-be-freed"),
        ]],
        weaknesses: &[401],
        ..Alerts::NONE
    },
    explanation: r#"## What is reported

A heap block that nothing points to any more when the program ends, and that was not freed. It is
reported where it is allocated.

## Why it is bad

In a program that runs for long, or a library, such blocks add up until memory is short.

## Example

```c
#include <stdio.h>
#include <stdlib.h>

static int work(void) {
    char *line = malloc(80);
    if (line == NULL)
        return 1;
    if (fgets(line, 80, stdin) == NULL)
        return 1;
    free(line);
    return 0;
}

int main(void) {
    return work();
}
```

## Repair

Free it on every way out; one exit that all ways share is easy to get right.

```c
#include <stdio.h>
#include <stdlib.h>

static int work(void) {
    int result = 1;
    char *line = malloc(80);
    if (line == NULL)
        return 1;
    if (fgets(line, 80, stdin) != NULL)
        result = 0;
    free(line);
    return result;
}

int main(void) {
    return work();
}
```

## What is not reported

Blocks that a variable still refers to when the program ends: the system takes them back.

## Weaknesses

CWE-401.
"#,
    ..Rule::BLANK
};

static RESOURCE_LEAK: Rule = Rule {
    name: "resource-leak",
    summary: "a file that is never closed",
    severity: Severity::Warning,
    cwe: &[404, 773, 775],
    then: Then::GoesOn,
    is_leak: true,
    alerts: Alerts {
        tool_rules: &[&[
            Tool::Clang.whole("unix.Stream").saying("never closed").about_loss(),
            Tool::Clang.whole("alpha.unix.Stream").saying("never closed").about_loss(),
            Tool::Gcc.whole("-Wanalyzer-file-leak").about_loss(),
            Tool::Gcc.whole("-Wanalyzer-fd-leak").about_loss(),
            Tool::Cppcheck.whole("resourceLeak").about_loss(),
            Tool::CodeQl.part("cpp/file-never-closed"),
            Tool::CodeQl.part("cpp/file-may-not-be-closed"),
        ]],
        weaknesses: &[772, 775],
        ..Alerts::NONE
    },
    explanation: r#"## What is reported

A stream or file descriptor that is open when the program ends. It is reported where it is opened.

## Why it is bad

A process may have only so many open files. What a stream still holds may be lost, and an error that
closing it would have told of is not seen.

## Example

```c
#include <stdio.h>

int main(void) {
    FILE *file = fopen("numbers", "r");
    int number;
    if (file == NULL)
        return 1;
    if (fscanf(file, "%d", &number) != 1)
        return 1;
    fclose(file);
    return 0;
}
```

## Repair

Close it on every way out.

```c
#include <stdio.h>

int main(void) {
    FILE *file = fopen("numbers", "r");
    int number;
    if (file == NULL)
        return 1;
    int found = fscanf(file, "%d", &number);
    fclose(file);
    return found != 1;
}
```

## What is not reported

The standard streams.

## Weaknesses

CWE-775 names files, CWE-773 those that nothing refers to any more; CWE-404 is what they have in
common.
"#,
    ..Rule::BLANK
};

fn claim(_: &Context<'_>, event: &Event) -> Option<Claim> {
    Some(match &event.fault {
        Fault::Leak { allocated, size } => {
            let message = format!("a heap block of {} is never freed", bytes(*size));
            Claim::new(&MEMORY_LEAK, message).label("allocated here").at(*allocated)
        }
        Fault::ResourceLeak { opened, name } => {
            let message = format!("what `{name}` opens is never closed");
            Claim::new(&RESOURCE_LEAK, message)
                .label("opened here")
                .cwe(&[775, 773, 404])
                .at(*opened)
        }
        _ => return None,
    })
}
