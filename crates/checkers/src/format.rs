//! Formats: what `printf` and `scanf` are told, and what they are given.

use crate::flow::with_origins;
use crate::{Claim, Context, Family};
use margay_engine::{Event, Fault};
use margay_ir::finding::Severity;
use margay_ir::rule::Rule;

pub static FAMILY: Family = Family { rules: &[&FORMAT_STRING, &FORMAT_MISMATCH], claim };

static FORMAT_STRING: Rule = Rule {
    name: "format-string",
    summary: "a format that the input chooses",
    severity: Severity::Error,
    cwe: &[134],
    explanation: r#"## What is reported

A call of `printf`, `scanf`, `syslog` or their kin whose format comes from the input.

## Why it is bad

A `%s` or `%x` in the input reads arguments that were not passed, and `%n` writes to memory: an
attacker who controls the format can read memory and take over the program.

## Example

```c
#include <stdio.h>

int main(void) {
    char line[80];
    if (fgets(line, sizeof line, stdin) == NULL)
        return 1;
    printf(line);
    return 0;
}
```

## Repair

Print text as text.

```c
#include <stdio.h>

int main(void) {
    char line[80];
    if (fgets(line, sizeof line, stdin) == NULL)
        return 1;
    printf("%s", line);
    return 0;
}
```

## Weaknesses

CWE-134.
"#,
    ..Rule::BLANK
};

static FORMAT_MISMATCH: Rule = Rule {
    name: "format-mismatch",
    summary: "arguments that do not fit their format",
    severity: Severity::Error,
    cwe: &[685, 686, 688],
    explanation: r#"## What is reported

A call of `printf`, `scanf` or their kin with fewer arguments than the format asks for, or with
arguments of another type or size. So is a variable that `scanf` or `fscanf` is to store a
number of another type in.

## Why it is bad

The behaviour is undefined. The function takes whatever lies where the argument should be, as a
number, as text, or as a place to write to.

## Example

```c
#include <stdio.h>

int main(void) {
    int size = 4096;
    printf("%s: %d bytes\n", size);
    return 0;
}
```

## Repair

Give each conversion its argument, of the type it spells; compilers check that under `-Wformat`.

```c
#include <stdio.h>

int main(void) {
    int size = 4096;
    printf("%s: %d bytes\n", "file", size);
    return 0;
}
```

## What is not reported

More arguments than the format asks for, which are ignored, and a signed number for an unsigned one
of the same size.

## Weaknesses

CWE-685 where an argument is missing, CWE-686 where its type is wrong, CWE-688 where it is the wrong
one.
"#,
    ..Rule::BLANK
};

fn claim(_: &Context<'_>, event: &Event) -> Option<Claim> {
    Some(match &event.fault {
        Fault::FormatString { function, origins } => {
            let message = format!("the format of `{function}` comes from the input");
            let claim = Claim::new(&FORMAT_STRING, message).label("use \"%s\" to print text");
            with_origins(claim, origins)
        }
        Fault::FormatMismatch { function, detail, missing } => {
            let (label, cwe): (_, &[u32]) = match missing {
                true => ("an argument is missing", &[685]),
                false => ("an argument has the wrong type", &[686, 688]),
            };
            let message = format!("`{function}`: {detail}");
            Claim::new(&FORMAT_MISMATCH, message).label(label).cwe(cwe)
        }
        _ => return None,
    })
}
