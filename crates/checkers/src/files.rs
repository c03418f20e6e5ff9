//! Files: streams and descriptors that are used when they are closed, and names that may have come to
//! mean other files.

use crate::{Claim, Context, Family};
use margay_engine::{Event, Fault};
use margay_ir::finding::Severity;
use margay_ir::rule::{Alerts, Native, Rule, Then, Tool, Witness};

pub static FAMILY: Family = Family { rules: &[&DOUBLE_CLOSE, &FILE_RACE, &USE_AFTER_CLOSE], claim };

static DOUBLE_CLOSE: Rule = Rule {
    name: "double-close",
    summary: "a file that is closed twice",
    severity: Severity::Error,
    cwe: &[675, 1341],
    native: Some(Native::sometimes(
        Witness::Addresses,
        &["double-free", "heap-use-after-free", "ABRT"],
    )),
    alerts: Alerts {
        tool_rules: &[&[
            Tool::Gcc.part("-Wanalyzer-double-fclose"),
            Tool::Gcc.part("-Wanalyzer-fd-double-close"),
        ]],
        ..Alerts::NONE
    },
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
    ..Rule::BLANK
};

static FILE_RACE: Rule = Rule {
    name: "file-race",
    summary: "a file is checked by its name, and then used by its name",
    severity: Severity::Warning,
    cwe: &[367, 363, 362],
    then: Then::GoesOn,
    explanation: r#"## What is reported

A program asks about a file by its name, with `access`, `stat`, `lstat` or their like, goes on only
because of the answer, and then uses the same name: to open, remove, rename or execute the file, or
to change its rights or owner. The name is the same text, wherever it stands.

What was opened is reported when the program uses or closes it and has not asked the descriptor
itself.

## Why it is bad

Between the two calls another user can put another file, or a symbolic link, in the place of the one
that was checked. The program then reads, overwrites or removes what it was to keep its hands off.

## Example

```c
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
    if (argc != 2 || access(argv[1], W_OK) != 0) {
        return 1;
    }
    FILE *file = fopen(argv[1], "a");
    if (file == NULL) {
        return 1;
    }
    fputs("seen\n", file);
    return fclose(file) == 0 ? 0 : 1;
}
```

## Repair

Open the file and see whether that works, with the rights of the user who asks for it. What must be
known of the file, ask the descriptor with `fstat`.

```c
#include <stdio.h>

int main(int argc, char **argv) {
    if (argc != 2) {
        return 1;
    }
    FILE *file = fopen(argv[1], "a");
    if (file == NULL) {
        return 1;
    }
    fputs("seen\n", file);
    return fclose(file) == 0 ? 0 : 1;
}
```

## What is not reported

A file that must be new, for which `open` is given `O_CREAT | O_EXCL` and `fopen` an `x`. One whose
descriptor is asked with `fstat` before it is used, and a stream whose number was asked for with
`fileno`. Names that begin with `/etc/`, `/usr/` or another directory that only the owner of the
system can change. A check that failed, after which the file is made.

## Weaknesses

CWE-367; CWE-363 where a link is put there; CWE-362 is the wider class.
"#,
    ..Rule::BLANK
};

static USE_AFTER_CLOSE: Rule = Rule {
    name: "use-after-close",
    summary: "a file that is used after it was closed",
    severity: Severity::Error,
    cwe: &[672, 910],
    native: Some(Native::sometimes(Witness::Addresses, &["heap-use-after-free", "SEGV"])),
    alerts: Alerts {
        tool_rules: &[&[
            Tool::Gcc.part("-Wanalyzer-fd-use-after-close"),
            Tool::Cppcheck.part("useClosedFile"),
        ]],
        ..Alerts::NONE
    },
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
    ..Rule::BLANK
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
        Fault::FileRace { function, check, checked } => {
            let message =
                format!("`{function}` of a file that may be another one than `{check}` saw");
            let claim = Claim::new(&FILE_RACE, message).label("the name is used again here");
            claim.note(*checked, format!("`{check}` checks the name here"))
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
