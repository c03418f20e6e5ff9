//! Bounds: accesses outside the object that a pointer points into.

use crate::context::bytes;
use crate::{Claim, Context, Family};
use margay_engine::{AccessKind, Event, Fault, ObjectKind};
use margay_ir::finding::Severity;
use margay_ir::rule::{Alerts, Native, QuickFix, Rule, Tool, ToolRule, Witness};

pub static FAMILY: Family = Family { rules: &[&BUFFER_OVERFLOW, &OUT_OF_BOUNDS_READ], claim };

/// What sanitizers call an access outside an object.
pub const OUTSIDE: &[&str] = &[
    "heap-buffer-overflow",
    "stack-buffer-overflow",
    "stack-buffer-underflow",
    "dynamic-stack-buffer-overflow",
    "global-buffer-overflow",
    "container-overflow",
    "unknown-crash",
    "negative-size-param",
    "out of bounds for type",
    "insufficient space for an object",
    "SEGV",
    "BUS",
    // Far after an object another one may begin, or have been.
    "heap-use-after-free",
    "stack-use-after-scope",
    "stack-use-after-return",
    "use-after-poison",
    "wild-access",
];

/// What other tools call an access outside an object.
pub const OUT_OF_BOUNDS: &[ToolRule] = &[
    Tool::Clang.whole("alpha.security.ArrayBound"),
    Tool::Clang.whole("security.ArrayBound"),
    Tool::Clang.whole("alpha.unix.cstring.OutOfBounds"),
    Tool::Gcc.whole("-Wanalyzer-out-of-bounds"),
    Tool::Cppcheck.whole("arrayIndexOutOfBounds"),
    Tool::Cppcheck.whole("negativeIndex"),
    Tool::Cppcheck.whole("bufferAccessOutOfBounds"),
    Tool::Cppcheck.whole("ctuArrayIndex"),
    Tool::CodeQl.whole("cpp/static-buffer-overflow"),
    Tool::CodeQl.whole("cpp/overflow-buffer"),
    Tool::CodeQl.whole("cpp/overrun-write"),
    Tool::CodeQl.whole("cpp/very-likely-overrunning-write"),
];
pub const OUT_OF_BOUNDS_WEAKNESSES: &[u32] = &[119, 120, 121, 122, 125, 126, 127, 131, 787, 788];

/// A call that is told how much room there is, or a comparison that was one off: one that lets an index pass,
/// and one that turns it away.
const FIXES: &[QuickFix] = &[
    QuickFix::BoundCall { function: "strcpy", with: "snprintf({to}, sizeof {to}, \"%s\", {more})" },
    QuickFix::BoundCall {
        function: "strcat",
        with: "strncat({to}, {more}, sizeof {to} - strlen({to}) - 1)",
    },
    QuickFix::BoundCall { function: "sprintf", with: "snprintf({to}, sizeof {to}, {more})" },
    QuickFix::BoundCall { function: "gets", with: "fgets({to}, sizeof {to}, stdin)" },
    QuickFix::Compare { with: "<", instead_of: "<=" },
    QuickFix::Compare { with: ">=", instead_of: ">" },
];

static BUFFER_OVERFLOW: Rule = Rule {
    name: "buffer-overflow",
    summary: "a write outside an object",
    severity: Severity::Error,
    cwe: &[121, 122, 124, 787],
    native: Some(Native::always(Witness::Addresses, OUTSIDE)),
    alerts: Alerts {
        tool_rules: &[
            OUT_OF_BOUNDS,
            &[
                Tool::Clang.part("security.insecureAPI.gets"),
                Tool::Clang.part("security.insecureAPI."),
                Tool::Gcc.part("-Warray-bounds"),
                Tool::Gcc.part("-Wstringop-overflow"),
                Tool::Gcc.part("-Wanalyzer-allocation-size"),
                Tool::CodeQl.part("cpp/unbounded-write"),
                Tool::CodeQl.part("cpp/offset-use-before-range-check"),
                Tool::CodeQl.part("cpp/dangerous-function-overflow"),
            ],
        ],
        weaknesses: OUT_OF_BOUNDS_WEAKNESSES,
        ..Alerts::NONE
    },
    fixes: FIXES,
    explanation: r#"## What is reported

A write that begins before the start of the object that the pointer points into, or ends past its
end. Library functions count: `memcpy`, `strcpy`, `sprintf`, `read` and their like write as far as
their arguments say.

## Why it is bad

The write changes whatever lies beside the object: other variables, return addresses, the heap's own
lists. Who chooses the input can often take over the program.

## Example

```c
#include <stdio.h>

int main(void) {
    char name[16];
    int n = 0, c;
    while ((c = getchar()) != EOF && c != '\n')
        name[n++] = (char)c;
    name[n] = '\0';
    return puts(name) < 0;
}
```

## Repair

Let the size of the buffer end the loop.

```c
#include <stdio.h>

int main(void) {
    char name[16];
    int n = 0, c;
    while (n < (int)sizeof name - 1 && (c = getchar()) != EOF && c != '\n')
        name[n++] = (char)c;
    name[n] = '\0';
    return puts(name) < 0;
}
```

## What is not reported

A pointer to just past the end, as long as nothing is accessed through it. A member of a struct that
is overrun into the next one, if the pointer to it has come a long way; where the member is indexed
or passed to a library function, its own end counts.

## Weaknesses

CWE-121 past the end of a local variable, CWE-122 past the end of a heap block, CWE-124 before the
start of either; CWE-787 is what they have in common.
"#,
    ..Rule::BLANK
};

static OUT_OF_BOUNDS_READ: Rule = Rule {
    name: "out-of-bounds-read",
    summary: "a read outside an object",
    severity: Severity::Error,
    cwe: &[126, 127, 125],
    native: Some(Native::always(Witness::Addresses, OUTSIDE)),
    alerts: Alerts {
        tool_rules: &[
            OUT_OF_BOUNDS,
            &[
                Tool::Gcc.part("-Warray-bounds"),
                Tool::Gcc.part("-Wstringop-overread"),
                Tool::CodeQl.part("cpp/offset-use-before-range-check"),
            ],
        ],
        weaknesses: OUT_OF_BOUNDS_WEAKNESSES,
        judged_where_used: true,
        ..Alerts::NONE
    },
    fixes: FIXES,
    explanation: r#"## What is reported

A read that begins before the start of the object that the pointer points into, or ends past its
end. A string without its terminating zero counts where a function looks for the end.

## Why it is bad

The program works with bytes that belong to something else, or dies. If the bytes reach an output,
secrets leak.

## Example

```c
#include <stdio.h>

static const char *const days[7] = {"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"};

int main(void) {
    int day;
    if (scanf("%d", &day) != 1 || day > 7)
        return 1;
    return puts(days[day]) < 0;
}
```

## Repair

Check both ends; the last index is one less than the number of elements.

```c
#include <stdio.h>

static const char *const days[7] = {"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"};

int main(void) {
    int day;
    if (scanf("%d", &day) != 1 || day < 0 || day >= 7)
        return 1;
    return puts(days[day]) < 0;
}
```

## What is not reported

A member of a struct that is overrun into the next one, if the pointer to it has come a long way.

## Weaknesses

CWE-126 past the end, CWE-127 before the start; CWE-125 is what they have in common.
"#,
    ..Rule::BLANK
};

fn claim(cx: &Context<'_>, event: &Event) -> Option<Claim> {
    let Fault::OutOfBounds { access, object, offset, len, size, allocated, .. } = event.fault
    else {
        return None;
    };
    let (rule, cwe): (_, &[u32]) = match (access, offset < 0, object) {
        (AccessKind::Write, true, _) => (&BUFFER_OVERFLOW, &[124, 787]),
        (AccessKind::Write, false, ObjectKind::Stack | ObjectKind::StackMember) => {
            (&BUFFER_OVERFLOW, &[121, 787])
        }
        (AccessKind::Write, false, ObjectKind::Heap | ObjectKind::HeapMember) => {
            (&BUFFER_OVERFLOW, &[122, 787])
        }
        (AccessKind::Write, false, _) => (&BUFFER_OVERFLOW, &[787]),
        (AccessKind::Read, true, _) => (&OUT_OF_BOUNDS_READ, &[127, 125]),
        (AccessKind::Read, false, _) => (&OUT_OF_BOUNDS_READ, &[126, 125]),
    };
    let what = cx.object(object, allocated, Some(size));
    let len_words = bytes(len);
    // Wider than any offset and length together.
    let (first, end, whole) =
        (i128::from(offset), i128::from(offset) + i128::from(len), i128::from(size));
    let message = if first >= whole {
        format!("{access} of {len_words} past the end of {what}")
    } else if end <= 0 {
        format!("{access} of {len_words} before the start of {what}")
    } else if first < 0 {
        let before = bytes(offset.unsigned_abs());
        format!("{access} of {len_words} that begins {before} before the start of {what}")
    } else {
        let past = end - whole;
        let unit = if past == 1 { "byte" } else { "bytes" };
        format!("{access} of {len_words} that ends {past} {unit} past the end of {what}")
    };
    let label = if first < whole && end > 0 {
        let last = end - 1;
        format!("bytes {first}..={last}, {}", valid("bytes", size))
    } else {
        position(cx, event)
            .unwrap_or_else(|| format!("offset {offset}, {}", valid("offsets", size)))
    };
    Some(
        Claim::new(rule, message)
            .label(label)
            .cwe(cwe)
            .in_object(object.is_member())
            .note(allocated, cx.made(object, allocated, Some(size))),
    )
}

/// The index of the element that is accessed, if it is one whole element of an array.
fn position(cx: &Context<'_>, event: &Event) -> Option<String> {
    let Fault::OutOfBounds { object, offset, len, size, allocated, .. } = event.fault else {
        return None;
    };
    // Of a member, the size may be that of a part, and the variable is the whole.
    if !matches!(object, ObjectKind::Stack | ObjectKind::Global) {
        return None;
    }
    let named = cx.variable(object, allocated, Some(size))?;
    let elements = cx.elements(&named, size)?;
    let each = i64::try_from(elements.size).ok()?;
    if len != elements.size || offset % each != 0 {
        return None;
    }
    let index = offset / each;
    Some(match elements.dimensions {
        1 => format!("index {index}, {}", valid("indices", elements.count)),
        // Which of its indices went too far cannot be told.
        _ => format!("element {index} from the start, {}", valid("elements", elements.count)),
    })
}

/// `valid indices are 0..=15`.
fn valid(what: &str, count: u64) -> String {
    match count.checked_sub(1) {
        Some(last) => format!("valid {what} are 0..={last}"),
        None => format!("there are no valid {what}"),
    }
}
