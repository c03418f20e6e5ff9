//! Arithmetic: results that do not fit, and operations that have none.

use crate::{Claim, Context, Family};
use margay_engine::{Event, Fault, signed};
use margay_ir::finding::Severity;
use margay_ir::rule::{Alerts, Native, Rule, Then, Tool, Witness};

pub static FAMILY: Family = Family {
    rules: &[
        &SIGNED_OVERFLOW,
        &UNSIGNED_WRAP,
        &NARROW_OVERFLOW,
        &DIVISION_BY_ZERO,
        &BAD_SHIFT,
        &FLOAT_CONVERSION,
    ],
    claim,
};

/// What a native run shows of a number that has become another one on its way to where it counts.
pub const WRAPPED: Native = Native::sometimes(
    Witness::Wrapping,
    &[
        "unsigned integer overflow",
        "signed integer overflow",
        "implicit conversion from type",
        Native::TOO_BIG,
        "calloc-overflow",
    ],
);

static SIGNED_OVERFLOW: Rule = Rule {
    name: "signed-overflow",
    summary: "signed arithmetic that overflows",
    severity: Severity::Error,
    cwe: &[190, 191],
    native: Some(Native::always(
        Witness::Addresses,
        &["signed integer overflow", "cannot be represented in type", "FPE"],
    )),
    alerts: Alerts {
        tool_rules: &[&[
            Tool::Cppcheck.whole("integerOverflow"),
            Tool::CodeQl.part("cpp/integer-multiplication-cast-to-long"),
            Tool::CodeQl.part("cpp/signed-overflow-check"),
        ]],
        weaknesses: &[190, 191],
        ..Alerts::NONE
    },
    explanation: r#"## What is reported

A sum, difference, product or quotient of signed integers that does not fit its type, and `abs` of
the smallest number.

## Why it is bad

The behaviour is undefined: compilers assume that it does not happen and drop checks that look for
it. Where the result wraps, a size or index becomes negative.

## Example

```c
#include <stdio.h>

int main(void) {
    int pages;
    if (scanf("%d", &pages) != 1)
        return 1;
    int bytes = pages * 4096;
    printf("%d\n", bytes);
    return 0;
}
```

## Repair

Check before calculating, or use a type that is wide enough.

```c
#include <limits.h>
#include <stdio.h>

int main(void) {
    int pages;
    if (scanf("%d", &pages) != 1 || pages < 0 || pages > INT_MAX / 4096)
        return 1;
    int bytes = pages * 4096;
    printf("%d\n", bytes);
    return 0;
}
```

## What is not reported

Code that is compiled with `-fwrapv`, which defines the result. Operands narrower than `int` are
promoted first: see `narrow-overflow`.

## Weaknesses

CWE-190 where the result is too large, CWE-191 where it is too small.
"#,
    ..Rule::BLANK
};

static UNSIGNED_WRAP: Rule = Rule {
    name: "unsigned-wrap",
    summary: "unsigned arithmetic that wraps around",
    severity: Severity::Warning,
    cwe: &[190, 191],
    native: Some(Native::always(Witness::Wrapping, &["unsigned integer overflow"])),
    then: Then::GoesOn,
    alerts: Alerts { weaknesses: &[190, 191], ..Alerts::NONE },
    explanation: r#"## What is reported

A sum, difference or product of unsigned integers as they came from the input that does not fit its
type, where the result is then passed on.

## Why it is bad

The result is defined, but rarely meant: `n - 1` of zero is the largest number there is, and a sum
that wraps passes the check that it was made for.

## Example

```c
#include <stdio.h>

int main(void) {
    unsigned used, wanted;
    if (scanf("%u %u", &used, &wanted) != 2)
        return 1;
    unsigned all = used + wanted;
    printf("%u\n", all);
    return 0;
}
```

## Repair

Check first, without calculating what may wrap.

```c
#include <stdio.h>

int main(void) {
    unsigned used, wanted;
    if (scanf("%u %u", &used, &wanted) != 2)
        return 1;
    if (used > 1024 || wanted > 1024 - used)
        return 1;
    unsigned all = used + wanted;
    printf("%u\n", all);
    return 0;
}
```

## What is not reported

Arithmetic that wraps on purpose in known ways, such as hashes, checksums, random numbers and
`while (n--)`: with a single character, with a factor from 65,536 or a step from 2^30 on, or where
the result is then put together with other bits by `^` or `|`. Such a result is still reported as
the size of a block. Nor is the negation of an unsigned number.

## Weaknesses

CWE-190 where the result is too large, CWE-191 where it would be negative.
"#,
    ..Rule::BLANK
};

static NARROW_OVERFLOW: Rule = Rule {
    name: "narrow-overflow",
    summary: "a result that does not fit the narrow type it is stored in",
    severity: Severity::Warning,
    cwe: &[190, 191],
    native: Some(WRAPPED),
    then: Then::GoesOn,
    explanation: r#"## What is reported

Arithmetic on input whose result does not fit the `char` or `short` that it is stored in. C
calculates in `int`, so the calculation is fine and the store loses the upper bits.

## Why it is bad

A counter goes from 127 to -128, or from 255 to 0, and no sanitizer or compiler says a word by
default.

## Example

```c
#include <stdio.h>

int main(void) {
    short a, b;
    if (scanf("%hd %hd", &a, &b) != 2)
        return 1;
    short sum = a + b;
    printf("%d\n", sum);
    return 0;
}
```

## Repair

Calculate in a type that is wide enough; narrow types are for storage.

```c
#include <stdio.h>

int main(void) {
    short a, b;
    if (scanf("%hd %hd", &a, &b) != 2)
        return 1;
    int sum = a + b;
    printf("%d\n", sum);
    return 0;
}
```

## What is not reported

A conversion with a cast, which says that it is meant, or within a macro, which may have one; sums
of unsigned bytes, which are checksums; numbers that are put together in several steps and fit if
the sign is counted as a digit, as in `high * 256 + low`. Conversions without arithmetic are
`lossy-conversion`.

## Weaknesses

CWE-190 where the result is too large, CWE-191 where it is too small.
"#,
    ..Rule::BLANK
};

static DIVISION_BY_ZERO: Rule = Rule {
    name: "division-by-zero",
    summary: "a division by zero",
    severity: Severity::Error,
    cwe: &[369],
    native: Some(Native::always(Witness::Addresses, &["division by zero", "FPE"])),
    alerts: Alerts {
        tool_rules: &[&[
            Tool::Clang.whole("core.DivideZero"),
            Tool::Gcc.whole("-Wdiv-by-zero"),
            Tool::Gcc.part("-Wanalyzer-tainted-divisor"),
            Tool::Cppcheck.whole("zerodiv"),
        ]],
        weaknesses: &[369],
        ..Alerts::NONE
    },
    explanation: r#"## What is reported

An integer division or remainder whose divisor is zero.

## Why it is bad

The behaviour is undefined. On most machines the program dies, which makes a service easy to stop.

## Example

```c
#include <stdio.h>

int main(void) {
    unsigned total, people;
    if (scanf("%u %u", &total, &people) != 2)
        return 1;
    printf("%u\n", total / people);
    return 0;
}
```

## Repair

Check the divisor.

```c
#include <stdio.h>

int main(void) {
    unsigned total, people;
    if (scanf("%u %u", &total, &people) != 2 || people == 0)
        return 1;
    printf("%u\n", total / people);
    return 0;
}
```

## What is not reported

Division of floating-point numbers, which has a defined result. The smallest signed number, divided
by -1, is a `signed-overflow`.

## Weaknesses

CWE-369.
"#,
    ..Rule::BLANK
};

static BAD_SHIFT: Rule = Rule {
    name: "bad-shift",
    summary: "a shift by a negative number or by the width and more",
    severity: Severity::Error,
    cwe: &[758],
    native: Some(Native::always(Witness::Addresses, &["shift exponent", "left shift of"])),
    alerts: Alerts {
        tool_rules: &[&[
            Tool::Clang.part("core.BitwiseShift"),
            Tool::Clang.part("core.UndefinedBinaryOperatorResult").saying("shift"),
            Tool::Gcc.whole("-Wanalyzer-shift-count-"),
            Tool::Gcc.whole("-Wshift-count-"),
            Tool::Cppcheck.whole("shiftTooManyBits"),
            Tool::Cppcheck.part("shiftNegative"),
        ]],
        ..Alerts::NONE
    },
    explanation: r#"## What is reported

A shift by a negative amount, or by as many bits as the promoted left operand has, or more.

## Why it is bad

The behaviour is undefined, and machines differ: some take the amount modulo the width, others give
zero.

## Example

```c
#include <stdio.h>

int main(void) {
    unsigned bit;
    if (scanf("%u", &bit) != 1 || bit > 32)
        return 1;
    printf("%u\n", 1u << bit);
    return 0;
}
```

## Repair

Check the amount against the width of the left operand.

```c
#include <stdio.h>

int main(void) {
    unsigned bit;
    if (scanf("%u", &bit) != 1 || bit >= 32)
        return 1;
    printf("%u\n", 1u << bit);
    return 0;
}
```

## What is not reported

A negative number that is shifted left, or a one that is shifted into the sign: compilers agree on
the result.

## Weaknesses

CWE-758.
"#,
    ..Rule::BLANK
};

static FLOAT_CONVERSION: Rule = Rule {
    name: "float-conversion",
    summary: "a float that does not fit the integer it becomes",
    severity: Severity::Error,
    cwe: &[681],
    native: Some(Native::always(
        Witness::Addresses,
        &["outside the range of representable values"],
    )),
    explanation: r#"## What is reported

A conversion of a floating-point number to an integer type that cannot hold its whole part; not a
number and infinities among them.

## Why it is bad

The behaviour is undefined. Machines give the smallest number, the largest or zero.

## Example

```c
#include <stdio.h>

int main(void) {
    double seconds;
    if (scanf("%lf", &seconds) != 1)
        return 1;
    int whole = (int)seconds;
    printf("%d\n", whole);
    return 0;
}
```

## Repair

Compare first; the comparison must also fail for what is not a number.

```c
#include <stdio.h>

int main(void) {
    double seconds;
    if (scanf("%lf", &seconds) != 1 || !(seconds >= 0 && seconds < 1e9))
        return 1;
    int whole = (int)seconds;
    printf("%d\n", whole);
    return 0;
}
```

## What is not reported

A fraction that is cut off.

## Weaknesses

CWE-681.
"#,
    ..Rule::BLANK
};

fn claim(_: &Context<'_>, event: &Event) -> Option<Claim> {
    Some(match event.fault {
        Fault::SignedOverflow { operation, bits } => {
            Claim::new(&SIGNED_OVERFLOW, format!("signed {operation} overflows {bits} bits"))
                .label(signed_range(bits))
                .cwe(direction(operation))
        }
        // The smallest number divided by -1 is one too large.
        Fault::DivisionOverflow { bits } => {
            Claim::new(&SIGNED_OVERFLOW, format!("signed division overflows {bits} bits"))
                .label("the smallest number divided by -1")
                .cwe(&[190])
        }
        Fault::DivisionByZero => {
            Claim::new(&DIVISION_BY_ZERO, "division by zero").label("the divisor is 0")
        }
        Fault::BadShift { amount, bits } => {
            let amount = signed(amount, bits.min(64));
            let by = if amount < 0 { "the negative number " } else { "" };
            let last = bits.saturating_sub(1);
            Claim::new(&BAD_SHIFT, format!("shift of a value of {bits} bits by {by}{amount}"))
                .label(format!("valid amounts are 0..={last}"))
        }
        Fault::UnsignedWrap { operation, bits } => {
            let message = format!("unsigned {operation} of input wraps around {bits} bits");
            Claim::new(&UNSIGNED_WRAP, message)
                .label("the result is used as it is")
                .cwe(direction(operation))
        }
        Fault::NarrowOverflow { operation, bits, is_signed } => {
            let message = format!("the result of the {operation} does not fit {bits} bits");
            let range = if is_signed { signed_range(bits) } else { unsigned_range(bits) };
            Claim::new(&NARROW_OVERFLOW, message).label(range).cwe(direction(operation))
        }
        Fault::FloatToIntOverflow => {
            let message = "a floating-point number does not fit the integer that it becomes";
            Claim::new(&FLOAT_CONVERSION, message).label("converted here")
        }
        _ => return None,
    })
}

/// Weaknesses of an operation that overflows. Sums and products go either way, and which
/// way one went is not known; the more likely comes first.
pub fn direction(operation: &str) -> &'static [u32] {
    match operation {
        "subtraction" | "decrement" => &[191, 190],
        "abs" | "division" | "negation" => &[190],
        _ => &[190, 191],
    }
}

/// What the result would have to be within, if it may not be negative.
fn unsigned_range(bits: u32) -> String {
    let most = u128::MAX >> (128 - bits.clamp(1, 128));
    format!("the result lies outside 0..={most}")
}

/// What the result would have to be within.
fn signed_range(bits: u32) -> String {
    match bits.checked_sub(1).filter(|shift| *shift < 128) {
        Some(shift) => {
            let least = i128::MIN >> (127 - shift);
            format!("the result lies outside {least}..={}", !least)
        }
        None => "the result does not fit".to_owned(),
    }
}
