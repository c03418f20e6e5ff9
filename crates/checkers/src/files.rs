//! Files: streams and descriptors that are used when they are closed.

use crate::{Claim, Context, Family};
use margay_engine::{Event, Fault};
use margay_ir::finding::{Rule, Severity};

pub static FAMILY: Family = Family { rules: &[&DOUBLE_CLOSE, &USE_AFTER_CLOSE], claim };

static DOUBLE_CLOSE: Rule = Rule {
    name: "double-close",
    summary: "a file that is closed twice",
    severity: Severity::Error,
    cwe: &[675, 1341],
    explanation: r#"## What is reported

`fclose` or `close` of a stream or descriptor that was closed before.

## Why it is bad

A closed stream is freed memory. The number of a closed descriptor may be in use again, and then
another part of the program loses its file.

## Example

```c
#include <stdio.h>

int main(void) {
    FILE *file = fopen("log", "w");
    if (file == NULL)
        return 1;
    if (fputs("start\n", file) < 0)
        fclose(file);
    fclose(file);
    return 0;
}
```

## Repair

Close it in one place.

```c
#include <stdio.h>

int main(void) {
    FILE *file = fopen("log", "w");
    if (file == NULL)
        return 1;
    int failed = fputs("start\n", file) < 0;
    fclose(file);
    return failed;
}
```

## Weaknesses

CWE-1341; CWE-675 is the wider class.
"#,
};

static USE_AFTER_CLOSE: Rule = Rule {
    name: "use-after-close",
    summary: "a file that is used after it was closed",
    severity: Severity::Error,
    cwe: &[672, 910],
    explanation: r#"## What is reported

A call that reads, writes or asks a stream or descriptor that was closed before.

## Why it is bad

A closed stream is freed memory. The number of a closed descriptor may belong to another file by
then, which is read or written instead.

## Example

```c
#include <stdio.h>

int main(void) {
    FILE *file = fopen("log", "w");
    if (file == NULL)
        return 1;
    fputs("start\n", file);
    fclose(file);
    return ferror(file);
}
```

## Repair

Close it last.

```c
#include <stdio.h>

int main(void) {
    FILE *file = fopen("log", "w");
    if (file == NULL)
        return 1;
    fputs("start\n", file);
    int failed = ferror(file);
    fclose(file);
    return failed;
}
```

## Weaknesses

CWE-910; CWE-672 is the wider class.
"#,
};

fn claim(_: &Context<'_>, event: &Event) -> Option<Claim> {
    Some(match &event.fault {
        Fault::DoubleClose { function, opened } => {
            let message = format!("`{function}` of a file that is closed already");
            Claim::new(&DOUBLE_CLOSE, message)
                .label("the file is closed")
                .cwe(&[1341, 675])
                .note(*opened, "opened here")
        }
        Fault::UseAfterClose { function, opened } => {
            let message = format!("`{function}` is called with a file that is closed");
            Claim::new(&USE_AFTER_CLOSE, message)
                .label("the file is closed")
                .cwe(&[910, 672])
                .note(*opened, "opened here")
        }
        _ => return None,
    })
}
