//! Pointers: addresses of nothing, of constants, and of what does not fit.

use crate::allocation::NO_ROOM;
use crate::bounds::OUTSIDE;
use crate::{Claim, Context, Family};
use margay_engine::{Event, Fault, ObjectKind};
use margay_ir::finding::Severity;
use margay_ir::rule::{Alerts, Native, Rule, Tool, Witness};

pub static FAMILY: Family = Family {
    rules: &[
        &WILD_POINTER,
        &WRITE_TO_CONSTANT,
        &POINTER_SUBTRACTION,
        &UNDEFINED_VARIABLE,
        &OUT_OF_MEMORY,
    ],
    claim,
};

static WILD_POINTER: Rule = Rule {
    name: "wild-pointer",
    summary: "an access where there is no object",
    severity: Severity::Error,
    cwe: &[587, 822],
    native: Some(Native::sometimes(Witness::Addresses, OUTSIDE)),
    explanation: r#"## What is reported

A read or write at an address where no object is or was: one that was made from a number, taken from
the input, or moved far away from its object.

## Why it is bad

The program dies, or reads and writes at a place that the input chose.

## Example

```c
#include <stdio.h>

int main(void) {
    int *port = (int *)0x12345678;
    *port = 1;
    return 0;
}
```

## Repair

Use the address of an object. Where hardware is at a fixed address, say so to the analysis with a
declared variable that the linker places.

```c
#include <stdio.h>

static int port;

int main(void) {
    port = 1;
    return 0;
}
```

## What is not reported

Addresses near zero, which are `null-dereference`.

## Weaknesses

CWE-587 for an address that the program made up, CWE-822 for one that the input chose.
"#,
    ..Rule::BLANK
};

static WRITE_TO_CONSTANT: Rule = Rule {
    name: "write-to-constant",
    summary: "a write to constant memory",
    severity: Severity::Error,
    cwe: &[758],
    native: Some(Native::always(Witness::Addresses, &["SEGV", "BUS"])),
    alerts: Alerts {
        tool_rules: &[&[
            Tool::Gcc.part("-Wanalyzer-write-to-const"),
            Tool::Gcc.part("-Wanalyzer-write-to-string-literal"),
        ]],
        ..Alerts::NONE
    },
    explanation: r#"## What is reported

A write to a string literal or to a variable that is defined `const`.

## Why it is bad

The behaviour is undefined. Most systems keep constants in memory that cannot be written, and the
program dies; on others all uses of the same literal change.

## Example

```c
int main(void) {
    char *name = "margay";
    name[0] = 'M';
    return 0;
}
```

## Repair

Make an array, which is a copy of its own.

```c
int main(void) {
    char name[] = "margay";
    name[0] = 'M';
    return name[0] != 'M';
}
```

## What is not reported

A write through a pointer to `const` that was cast, if the variable itself is not constant.

## Weaknesses

CWE-758.
"#,
    ..Rule::BLANK
};

static POINTER_SUBTRACTION: Rule = Rule {
    name: "pointer-subtraction",
    summary: "a difference of pointers into different objects",
    severity: Severity::Error,
    cwe: &[469],
    alerts: Alerts {
        tool_rules: &[&[Tool::Gcc.part("-Wanalyzer-undefined-behavior-ptrdiff")]],
        ..Alerts::NONE
    },
    explanation: r#"## What is reported

The difference of two pointers that do not point into the same object, or just past its end.

## Why it is bad

The behaviour is undefined: where objects lie is up to the compiler and the heap. A size that is
calculated so is wrong by any amount.

## Example

```c
#include <stdio.h>
#include <string.h>

int main(void) {
    char key[16] = "size=4", value[16] = "";
    const char *sign = strchr(key, '=');
    if (sign == NULL)
        return 1;
    printf("%ld\n", (long)(sign - value));
    return 0;
}
```

## Repair

Subtract the start of the object that the pointer points into.

```c
#include <stdio.h>
#include <string.h>

int main(void) {
    char key[16] = "size=4";
    const char *sign = strchr(key, '=');
    if (sign == NULL)
        return 1;
    printf("%ld\n", (long)(sign - key));
    return 0;
}
```

## Weaknesses

CWE-469.
"#,
    ..Rule::BLANK
};

static UNDEFINED_VARIABLE: Rule = Rule {
    name: "undefined-variable",
    summary: "a variable that is defined nowhere",
    severity: Severity::Error,
    cwe: &[758],
    explanation: r#"## What is reported

An access to a variable that is declared `extern` and that no analysed file defines, in a program
that is analysed as a whole.

## Why it is bad

Without a definition the program does not link. If a file that is not analysed defines it, the
analysis does not know its value.

## Example

```c
extern int limit;

int main(void) {
    return limit > 10;
}
```

## Repair

Define it in one file, or give the file that does to the analysis.

```c
extern int limit;
int limit = 10;

int main(void) {
    return limit > 10;
}
```

## Weaknesses

CWE-758.
"#,
    ..Rule::BLANK
};

static OUT_OF_MEMORY: Rule = Rule {
    name: "out-of-memory",
    summary: "data that does not fit the address space",
    severity: Severity::Error,
    cwe: &[770],
    native: Some(NO_ROOM),
    explanation: r#"## What is reported

Variables that are too large for the machine: there is no room for them before the program has done
anything.

## Why it is bad

The program does not start, or dies as soon as it enters the function.

## Example

```c
static char table[1L << 46];

int main(void) {
    return table[0];
}
```

## Repair

Allocate what is needed, when it is needed.

```c
#include <stdlib.h>

int main(void) {
    char *table = calloc(1, 4096);
    if (table == NULL)
        return 1;
    int first = table[0];
    free(table);
    return first;
}
```

## What is not reported

`malloc` that returns null since there is no memory: the program is told and can go on.

## Weaknesses

CWE-770.
"#,
    ..Rule::BLANK
};

fn claim(cx: &Context<'_>, event: &Event) -> Option<Claim> {
    Some(match &event.fault {
        Fault::WildAccess { access, address } => {
            Claim::new(&WILD_POINTER, format!("{access} at an address where there is no object"))
                .label(format!("the address is {address:#x}"))
        }
        Fault::WriteToConstant { allocated } => {
            let (kind, at) = (ObjectKind::Global, *allocated);
            let message = match cx.variable(kind, at, None) {
                Some(_) => format!("write to {}, which is constant", cx.object(kind, at, None)),
                None => "write to a string literal or another constant".to_owned(),
            };
            Claim::new(&WRITE_TO_CONSTANT, message).note(at, cx.made(kind, at, None))
        }
        Fault::UndefinedVariable { access } => {
            let message = format!("{access} of a variable that is declared but defined nowhere");
            Claim::new(&UNDEFINED_VARIABLE, message)
        }
        Fault::PointerSubtraction => {
            let message = "the difference of pointers into different objects";
            Claim::new(&POINTER_SUBTRACTION, message).label("it depends on where the objects lie")
        }
        Fault::OutOfMemory => {
            Claim::new(&OUT_OF_MEMORY, "there is no room for the program's variables")
        }
        _ => return None,
    })
}
