//! Lifetime: memory used or given back when it is not there any more, or never was to give.

use crate::{Claim, Context, Family};
use margay_engine::{Event, Fault, ObjectKind};
use margay_ir::finding::Severity;
use margay_ir::rule::{Alerts, Native, Rule, Tool, Witness};

pub static FAMILY: Family =
    Family { rules: &[&USE_AFTER_FREE, &DOUBLE_FREE, &BAD_FREE, &USE_AFTER_SCOPE], claim };

static USE_AFTER_FREE: Rule = Rule {
    name: "use-after-free",
    summary: "memory that is used after it was freed",
    severity: Severity::Error,
    cwe: &[416],
    native: Some(Native::always(Witness::Addresses, &["heap-use-after-free", "use-after-poison"])),
    alerts: Alerts {
        tool_rules: &[&[
            Tool::Clang.whole("unix.Malloc").saying("Use of memory after it is freed").about_read(),
            Tool::Clang.part("unix.Malloc"),
            Tool::Gcc.whole("-Wanalyzer-use-after-free").about_read(),
            Tool::Gcc.whole("-Wuse-after-free").about_read(),
            Tool::Cppcheck.whole("deallocuse").about_read(),
            Tool::Cppcheck.whole("deallocret").about_read(),
            Tool::CodeQl.whole("cpp/use-after-free").about_read(),
        ]],
        weaknesses: &[416, 825],
        ..Alerts::NONE
    },
    explanation: r#"## What is reported

A read or write through a pointer into a heap block that `free` or `realloc` gave back.

## Why it is bad

The block may serve another purpose by then. What is read is not what was written, and what is
written ruins what lives there now; attackers arrange for both.

## Example

```c
#include <stdlib.h>

struct node { int value; struct node *next; };

void clear(struct node *list) {
    for (struct node *n = list; n != NULL; n = n->next)
        free(n);
}

int main(void) {
    clear(calloc(1, sizeof(struct node)));
    return 0;
}
```

## Repair

Take what is needed from the block before it is freed.

```c
#include <stdlib.h>

struct node { int value; struct node *next; };

void clear(struct node *list) {
    while (list != NULL) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
}

int main(void) {
    clear(calloc(1, sizeof(struct node)));
    return 0;
}
```

## What is not reported

A pointer to a freed block that is only copied or compared.

## Weaknesses

CWE-416.
"#,
    ..Rule::BLANK
};

static DOUBLE_FREE: Rule = Rule {
    name: "double-free",
    summary: "memory that is freed twice",
    severity: Severity::Error,
    cwe: &[415],
    native: Some(Native::always(Witness::Addresses, &["double-free", "heap-use-after-free"])),
    alerts: Alerts {
        tool_rules: &[&[
            Tool::Clang.whole("unix.Malloc").saying("Attempt to free released memory"),
            Tool::Clang.part("unix.Malloc").saying("Attempt to free non-owned memory"),
            Tool::Clang.part("unix.Malloc"),
            Tool::Gcc.whole("-Wanalyzer-double-free"),
            Tool::Cppcheck.whole("doubleFree"),
            Tool::CodeQl.whole("cpp/double-free"),
        ]],
        weaknesses: &[415],
        ..Alerts::NONE
    },
    explanation: r#"## What is reported

`free` or `realloc` of a heap block that was freed before.

## Why it is bad

The heap's own lists are ruined. Two later allocations may get the same block, which attackers use
to take over the program.

## Example

```c
#include <stdlib.h>

int main(int argc, char **argv) {
    char *copy = malloc(64);
    if (argc > 1 && argv[1][0] == '-')
        free(copy);
    free(copy);
    return 0;
}
```

## Repair

Give each block one owner, and set its pointer to null where it is freed early: `free(NULL)` does
nothing.

```c
#include <stdlib.h>

int main(int argc, char **argv) {
    char *copy = malloc(64);
    if (argc > 1 && argv[1][0] == '-') {
        free(copy);
        copy = NULL;
    }
    free(copy);
    return 0;
}
```

## Weaknesses

CWE-415.
"#,
    ..Rule::BLANK
};

static BAD_FREE: Rule = Rule {
    name: "bad-free",
    summary: "free of what is not the start of a heap block",
    severity: Severity::Error,
    cwe: &[590, 761],
    native: Some(Native::always(
        Witness::Addresses,
        &["bad-free", "alloc-dealloc-mismatch", "SEGV"],
    )),
    alerts: Alerts {
        tool_rules: &[&[
            Tool::Clang.part("unix.Malloc").saying("Attempt to free non-owned memory"),
            Tool::Clang.whole("unix.Malloc").saying("Argument to"),
            Tool::Clang.part("unix.Malloc"),
            Tool::Gcc.whole("-Wanalyzer-free-of-non-heap"),
            Tool::Gcc.whole("-Wfree-nonheap-object"),
            Tool::Cppcheck.whole("autovarInvalidDeallocation"),
        ]],
        weaknesses: &[590, 761],
        ..Alerts::NONE
    },
    explanation: r#"## What is reported

`free` or `realloc` of a pointer to a variable, of a pointer into the middle of a heap block, or of
an address where there is nothing at all.

## Why it is bad

The heap takes whatever stands before the address for its own records. The program dies or, worse,
goes on with a ruined heap.

## Example

```c
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *text = calloc(8, 1);
    if (text == NULL)
        return 1;
    strcpy(text, "  word");
    while (*text == ' ')
        text++;
    free(text);
    return 0;
}
```

## Repair

Keep the pointer that the allocation returned, and walk with another.

```c
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *text = calloc(8, 1);
    if (text == NULL)
        return 1;
    strcpy(text, "  word");
    char *word = text;
    while (*word == ' ')
        word++;
    free(text);
    return 0;
}
```

## What is not reported

`free(NULL)`, which does nothing.

## Weaknesses

CWE-761 for a pointer into a heap block, CWE-590 for all else.
"#,
    ..Rule::BLANK
};

static USE_AFTER_SCOPE: Rule = Rule {
    name: "use-after-scope",
    summary: "a local variable that is used after its scope",
    severity: Severity::Error,
    cwe: &[562],
    native: Some(Native::always(
        Witness::Addresses,
        &["stack-use-after-scope", "stack-use-after-return"],
    )),
    alerts: Alerts {
        tool_rules: &[&[
            Tool::Clang.part("core.StackAddressEscape"),
            Tool::Gcc.part("-Wanalyzer-stale-setjmp-buffer"),
            Tool::Gcc.part("-Wreturn-local-addr"),
            Tool::Gcc.part("-Wdangling-pointer"),
            Tool::Cppcheck.part("returnDanglingLifetime"),
            Tool::Cppcheck.part("invalidLifetime"),
            Tool::CodeQl.part("cpp/return-stack-allocated-memory"),
        ]],
        weaknesses: &[562, 825],
        ..Alerts::NONE
    },
    explanation: r#"## What is reported

A read or write through a pointer to a local variable whose block or function has ended.

## Why it is bad

The next call puts its own variables in the same place. The program reads nonsense or overwrites
them, return addresses among them.

## Example

```c
#include <stdio.h>

static const char *label(int number) {
    char text[16];
    snprintf(text, sizeof text, "no. %d", number);
    const char *result = text;
    return result;
}

int main(void) {
    return puts(label(7)) < 0;
}
```

## Repair

Let the caller own the memory.

```c
#include <stdio.h>

static const char *label(int number, char *text, size_t size) {
    snprintf(text, size, "no. %d", number);
    return text;
}

int main(void) {
    char text[16];
    return puts(label(7, text, sizeof text)) < 0;
}
```

## What is not reported

The address of a local variable that is returned but never used.

## Weaknesses

CWE-562.
"#,
    ..Rule::BLANK
};

fn claim(cx: &Context<'_>, event: &Event) -> Option<Claim> {
    Some(match &event.fault {
        Fault::UseAfterFree { access, allocated, freed } => {
            Claim::new(&USE_AFTER_FREE, format!("{access} of a heap block after it was freed"))
                .label("the block is freed")
                .note(*allocated, "allocated here")
                .note(*freed, "freed here")
        }
        Fault::DoubleFree { allocated, freed } => {
            Claim::new(&DOUBLE_FREE, "a heap block is freed a second time")
                .label("the block is freed already")
                .note(*allocated, "allocated here")
                .note(*freed, "freed here for the first time")
        }
        Fault::BadFree { object: Some(ObjectKind::Heap), .. } => {
            let message = "free of a pointer into a heap block, not to its start";
            Claim::new(&BAD_FREE, message).cwe(&[761])
        }
        Fault::BadFree { object: Some(object), .. } => {
            let message = format!("free of a pointer to {object}, which is not on the heap");
            Claim::new(&BAD_FREE, message).cwe(&[590])
        }
        Fault::BadFree { address, object: None } => {
            let message = "free of a pointer to no heap block";
            Claim::new(&BAD_FREE, message).label(format!("the address is {address:#x}")).cwe(&[590])
        }
        Fault::UseAfterScope { access, allocated } => {
            let (kind, at) = (ObjectKind::Stack, *allocated);
            let what = cx.object(kind, at, None);
            Claim::new(&USE_AFTER_SCOPE, format!("{access} of {what} after its scope ended"))
                .label("the variable is gone")
                .note(at, cx.made(kind, at, None))
        }
        _ => return None,
    })
}
