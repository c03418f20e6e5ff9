//! Signals: what their handlers call, and what they meet where they interrupt the program.

use crate::{Claim, Context, Family};
use margay_engine::{Event, Fault};
use margay_ir::finding::Severity;
use margay_ir::rule::{Rule, Then};

pub static FAMILY: Family = Family { rules: &[&SIGNAL_RACE, &SIGNAL_UNSAFE_CALL], claim };

static SIGNAL_RACE: Rule = Rule {
    name: "signal-race",
    summary: "a signal between two operations leads to harm in its handler",
    severity: Severity::Error,
    cwe: &[364, 432, 362],
    explanation: r#"## What is reported

A signal may come after an operation that changes what its handler looks at, and the handler then
does what no program may do: it uses memory that was just freed, or a pointer that is null for a
moment, or waits for a lock that the program holds. The handler was executed there, and the report
says where the signal comes and what goes wrong in the handler.

Signals that are blocked there do not come, nor do those whose handler is not installed. A fault
that the handler has where it was installed, too, is not reported.

## Why it is bad

The program crashes, hangs or corrupts its memory, if a signal comes at the wrong moment. Tests
hardly ever meet that moment; an attacker who can send signals can wait for it.

## Example

```c
#include <signal.h>
#include <stdlib.h>

static int *count;

static void on_signal(int number) {
    if (count != NULL) {
        *count = number;
    }
}

int main(void) {
    count = malloc(sizeof *count);
    if (count == NULL) {
        return 1;
    }
    *count = 0;
    signal(SIGINT, on_signal);
    free(count);
    count = NULL;
    return 0;
}
```

## Repair

Block the signal while what its handler looks at changes, or let the handler do no more than set a
flag of type `volatile sig_atomic_t`.

```c
#include <signal.h>
#include <stdlib.h>

static int *count;

static void on_signal(int number) {
    if (count != NULL) {
        *count = number;
    }
}

int main(void) {
    count = malloc(sizeof *count);
    if (count == NULL) {
        return 1;
    }
    *count = 0;
    signal(SIGINT, on_signal);
    signal(SIGINT, SIG_IGN);
    free(count);
    count = NULL;
    return 0;
}
```

## Weaknesses

CWE-364; CWE-432 where a signal should have been blocked; CWE-362 is the wider class.
"#,
    ..Rule::BLANK
};

static SIGNAL_UNSAFE_CALL: Rule = Rule {
    name: "signal-unsafe-call",
    summary: "a signal handler calls a function that is not safe there",
    severity: Severity::Warning,
    cwe: &[479, 828],
    then: Then::GoesOn,
    explanation: r#"## What is reported

A function that the program has installed as the handler of a signal calls, itself or through
others, a function of the C library that must not be called there: one that POSIX does not list as
async-signal-safe, such as `printf`, `malloc`, `free`, `exit` or `syslog`. The handler was executed
with the number of its signal, from where it was installed, and comes to the call.

## Why it is bad

The signal may have interrupted the same function, or one that uses the same data. Then the
function finds its own data in disorder or waits for a lock that it holds itself: the heap is
corrupted, output is lost, or the program hangs.

## Example

```c
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static void on_signal(int number) {
    printf("signal %d\n", number);
}

int main(void) {
    signal(SIGUSR1, on_signal);
    pause();
    return 0;
}
```

## Repair

Set a flag of type `volatile sig_atomic_t` and do the work where the program looks at it, or use
functions that POSIX lists, such as `write` and `_exit`.

```c
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static volatile sig_atomic_t received;

static void on_signal(int number) {
    received = number;
}

int main(void) {
    signal(SIGUSR1, on_signal);
    pause();
    printf("signal %d\n", (int)received);
    return 0;
}
```

## What is not reported

Functions that only compute, such as `abs` or `strtol`, and plain calls of the system, such as
`nanosleep`, though POSIX lists none of them. Functions of which nothing is known.

## Weaknesses

CWE-479, CWE-828.
"#,
    ..Rule::BLANK
};

fn claim(_: &Context<'_>, event: &Event) -> Option<Claim> {
    Some(match &event.fault {
        Fault::SignalUnsafeCall { function, handler, signal, registered } => {
            let message = format!("`{function}` is called in the handler of a signal");
            let claim = Claim::new(&SIGNAL_UNSAFE_CALL, message);
            let claim = claim.label("the signal may have interrupted what this uses");
            claim.note(*registered, installed(handler, *signal))
        }
        Fault::SignalRace { handler, signal, registered, harm, at } => {
            let signal_name = name(*signal);
            let message = format!("{signal_name} here leads to harm in its handler: {harm}");
            let claim = Claim::new(&SIGNAL_RACE, message).label("the signal comes after this");
            let claim = claim.note(*registered, installed(handler, *signal));
            claim.note(*at, format!("in `{handler}`: {harm}"))
        }
        _ => return None,
    })
}

fn installed(handler: &str, signal: i32) -> String {
    format!("`{handler}` is installed here for {}", name(signal))
}

/// How a signal is called, on Linux.
fn name(signal: i32) -> String {
    const NAMES: [&str; 31] = [
        "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1", "SEGV", "USR2",
        "PIPE", "ALRM", "TERM", "STKFLT", "CHLD", "CONT", "STOP", "TSTP", "TTIN", "TTOU", "URG",
        "XCPU", "XFSZ", "VTALRM", "PROF", "WINCH", "IO", "PWR", "SYS",
    ];
    let index = usize::try_from(signal).ok().and_then(|signal| signal.checked_sub(1));
    match index.and_then(|index| NAMES.get(index)) {
        Some(name) => format!("SIG{name}"),
        None => format!("signal {signal}"),
    }
}
