//! Races: what several threads do to the same memory at once.

use crate::{Claim, Context, Family};
use margay_engine::{Accessed, Event, Fault, ObjectKind};
use margay_ir::finding::{Does, Severity};
use margay_ir::rule::{Native, Rule, Witness};

pub static FAMILY: Family = Family { rules: &[&ATOMICITY_VIOLATION, &DATA_RACE], claim };

static ATOMICITY_VIOLATION: Rule = Rule {
    name: "atomicity-violation",
    summary: "another thread writes between a read and the write that depends on it",
    severity: Severity::Error,
    cwe: &[366, 362],
    native: Some(Native::always(Witness::MeetingThreads, &[])),
    explanation: r#"## What is reported

A thread reads a variable and writes it back, changed, as in `count = count + 1`, and another thread
writes it in between: what that one wrote is lost. An order of turns in which this happens was
executed, and is shown.

Locks that are held for the read and for the write, but not from one to the other, do not help.
Atomic loads and stores do not either; atomic operations that read and write at once, such as
`atomic_fetch_add`, do.

## Why it is bad

Counts are too low, lists lose members, money is spent twice. It happens rarely, and more often on
machines with more processors.

## Example

```c
#include <pthread.h>
#include <stddef.h>

static int count;

static void *work(void *unused) {
    count = count + 1;
    return unused;
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, NULL) != 0) {
        return 1;
    }
    work(NULL);
    pthread_join(thread, NULL);
    return count == 2 ? 0 : 1;
}
```

## Repair

Hold a lock from the read to the write, or use an atomic operation.

```c
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *work(void *unused) {
    pthread_mutex_lock(&lock);
    count = count + 1;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, NULL) != 0) {
        return 1;
    }
    work(NULL);
    pthread_join(thread, NULL);
    return count == 2 ? 0 : 1;
}
```

## Weaknesses

CWE-366, CWE-362.
"#,
    ..Rule::BLANK
};

static DATA_RACE: Rule = Rule {
    name: "data-race",
    summary: "two threads access the same memory at once, and one of them writes",
    severity: Severity::Error,
    cwe: &[366, 362, 820],
    native: Some(Native::always(Witness::MeetingThreads, &[])),
    explanation: r#"## What is reported

Two threads are about to access the same bytes at the same time, one of them writes, and one of the
accesses is not atomic. Both were led there by an order of turns that was executed, and is shown.
Where an order follows from locks, conditions, semaphores, atomic variables or values, so that they
are never there at once, nothing is reported.

## Why it is bad

The behaviour is undefined. Compilers and processors rely on there being no such accesses: a value
may be torn, old, or one that was never written, and a loop may never see the change that it waits
for.

## Example

```c
#include <pthread.h>
#include <stddef.h>

static int done;

static void *work(void *unused) {
    done = 1;
    return unused;
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, NULL) != 0) {
        return 1;
    }
    int seen = done;
    pthread_join(thread, NULL);
    return seen;
}
```

## Repair

Protect every access with the same lock, make the variable atomic, or wait for the other thread.

```c
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int done;

static void *work(void *unused) {
    atomic_store(&done, 1);
    return unused;
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, NULL) != 0) {
        return 1;
    }
    int seen = atomic_load(&done);
    pthread_join(thread, NULL);
    return seen;
}
```

## Weaknesses

CWE-366, CWE-362, CWE-820.
"#,
    ..Rule::BLANK
};

fn claim(cx: &Context<'_>, event: &Event) -> Option<Claim> {
    let name = |object: &Option<Accessed>| match object {
        // What it keeps there is its own affair.
        Some(object) if object.kind == ObjectKind::Library => {
            cx.object(object.kind, object.allocated, None)
        }
        Some(object) => cx.object(object.kind, object.allocated, Some(object.size)),
        None => "memory".to_owned(),
    };
    Some(match &event.fault {
        Fault::DataRace { accesses: [(first, at), (second, elsewhere)], object, .. } => {
            let object = name(object);
            let frees = [first, second].iter().any(|act| act.does == Does::Free);
            let harm = if frees { "frees it" } else { "writes" };
            let message = format!("two threads access {object} at once, and one of them {harm}");
            let claim = Claim::new(&DATA_RACE, message).at(*at).act(first, format!("{first} here"));
            claim.note_act(*elsewhere, second, format!("{second} here"))
        }
        Fault::AtomicityViolation { accesses, object, .. } => {
            let [(read, read_at), (between, changed_at), (write, at)] = &**accesses;
            let object = name(object);
            let message =
                format!("{object} is changed by another thread between a read and a write");
            let reads = format!("{} reads the old value here", read.thread);
            let claim = Claim::new(&ATOMICITY_VIOLATION, message).at(*at);
            let claim = claim.act(write, write.to_string()).note_act(*read_at, read, reads);
            claim.note_act(*changed_at, between, format!("{between} here in between"))
        }
        _ => return None,
    })
}
