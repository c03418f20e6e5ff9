//! Input that says how long something takes.

use crate::flow::{came, came_from, claim_of, with_origins};
use crate::{Claim, Context, Family};
use margay_engine::{Event, Fault};
use margay_ir::finding::Severity;
use margay_ir::rule::Rule;

pub static FAMILY: Family = Family { rules: &[&UNCHECKED_LOOP_BOUND, &UNCONTROLLED_WAIT], claim };

static UNCHECKED_LOOP_BOUND: Rule = Rule {
    name: "unchecked-loop-bound",
    summary: "a loop that the input keeps going without a limit",
    severity: Severity::Warning,
    cwe: &[606, 400],
    explanation: r#"## What is reported

A loop that counts up to a number from the network, a file, the environment, standard input or
`rand`, where that number can be above sixteen million, and nothing is read in the iterations that
could come to an end.

## Why it is bad

A few bytes of input keep the program busy for as long as their author likes.

## Example

```c
#include <stdio.h>

int main(void) {
    int n;
    unsigned sum = 0;
    if (scanf("%d", &n) != 1)
        return 1;
    for (int i = 0; i < n; i++)
        sum += 3u;
    printf("%u\n", sum);
    return 0;
}
```

## Repair

Set a limit that fits the purpose.

```c
#include <stdio.h>

int main(void) {
    int n;
    unsigned sum = 0;
    if (scanf("%d", &n) != 1 || n > 10000)
        return 1;
    for (int i = 0; i < n; i++)
        sum += 3u;
    printf("%u\n", sum);
    return 0;
}
```

## What is not reported

Loops that the arguments of the program keep going: who gives them waits for them.

## Weaknesses

CWE-606, and with it CWE-400.
"#,
    ..Rule::BLANK
};

static UNCONTROLLED_WAIT: Rule = Rule {
    name: "uncontrolled-wait",
    summary: "a wait as long as the input says",
    severity: Severity::Warning,
    cwe: &[400],
    explanation: r#"## What is reported

A call of `sleep` or `usleep` for a time that comes from the network, a file, the environment,
standard input or `rand`, and can be more than ten minutes.

## Why it is bad

A few bytes of input stop the program for as long as their author likes.

## Example

```c
#include <stdio.h>
#include <unistd.h>

int main(void) {
    unsigned seconds;
    if (scanf("%u", &seconds) != 1)
        return 1;
    return sleep(seconds) != 0;
}
```

## Repair

Set a limit that fits the purpose.

```c
#include <stdio.h>
#include <unistd.h>

int main(void) {
    unsigned seconds;
    if (scanf("%u", &seconds) != 1 || seconds > 60)
        return 1;
    return sleep(seconds) != 0;
}
```

## What is not reported

Times that the arguments of the program say.

## Weaknesses

CWE-400.
"#,
    ..Rule::BLANK
};

fn claim(_: &Context<'_>, event: &Event) -> Option<Claim> {
    Some(match &event.fault {
        Fault::LoopBound { origins } => {
            let by = came_from(origins);
            let message = format!("{by} keeps the loop going without a limit");
            let claim = Claim::new(&UNCHECKED_LOOP_BOUND, message)
                .label("it may make millions of iterations");
            with_origins(claim, origins)
        }
        Fault::Flow(crossing) if crossing.rule == UNCONTROLLED_WAIT.name => {
            let message = format!("{} says how long `{}` waits", came(crossing), crossing.sink);
            claim_of(&UNCONTROLLED_WAIT, message, crossing).label("the time has no limit")
        }
        _ => return None,
    })
}
