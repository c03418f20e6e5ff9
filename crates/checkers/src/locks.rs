//! Locks: what is taken twice, released without being held, or never released, and threads that wait for
//! each other.

use crate::{Claim, Context, Family};
use margay_engine::{Event, Fault};
use margay_ir::finding::{Act, Does, Severity};
use margay_ir::rule::{Native, Rule, Witness};

pub static FAMILY: Family =
    Family { rules: &[&BAD_UNLOCK, &DEADLOCK, &DOUBLE_LOCK, &UNRELEASED_LOCK], claim };

static BAD_UNLOCK: Rule = Rule {
    name: "bad-unlock",
    summary: "a lock is released by a thread that does not hold it",
    severity: Severity::Error,
    cwe: &[832, 765, 667],
    native: Some(Native::always(Witness::Threads, &[])),
    explanation: r#"## What is reported

A mutex, a lock for readers and writers or a spinlock is released that no thread holds, or that
another thread holds. Mutexes that check this for themselves, of the kinds
`PTHREAD_MUTEX_ERRORCHECK` and `PTHREAD_MUTEX_RECURSIVE`, answer with an error, which is not
reported.

## Why it is bad

The behaviour is undefined. In practice the lock is open from then on, while its holder relies on
it, or its counters are wrong and the next thread waits for ever.

## Example

```c
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
    pthread_mutex_unlock(&lock);
    return 0;
}
```

## Repair

Release a lock once for each time that it was taken, in the thread that took it.

```c
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return 0;
}
```

## Weaknesses

CWE-832, CWE-765, CWE-667.
"#,
    ..Rule::BLANK
};

static DEADLOCK: Rule = Rule {
    name: "deadlock",
    summary: "threads wait for each other, and none goes on",
    severity: Severity::Error,
    cwe: &[833, 667],
    native: Some(Native::always(Witness::Threads, &[])),
    explanation: r#"## What is reported

All threads of the program wait, each for what only another one of them would do: for a lock, a
condition, a semaphore, a barrier or the end of a thread. The report says where each of them waits.

## Why it is bad

The program hangs for ever. It often takes a rare order of events to get there, so that tests do not
show it.

## Example

```c
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void *other(void *unused) {
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return unused;
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, other, NULL) != 0) {
        return 1;
    }
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    pthread_join(thread, NULL);
    return 0;
}
```

## Repair

Take locks in the same order everywhere, or take one at a time.

```c
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void *other(void *unused) {
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return unused;
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, other, NULL) != 0) {
        return 1;
    }
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    pthread_join(thread, NULL);
    return 0;
}
```

## Weaknesses

CWE-833, CWE-667.
"#,
    ..Rule::BLANK
};

static DOUBLE_LOCK: Rule = Rule {
    name: "double-lock",
    summary: "a thread takes a lock that it holds already",
    severity: Severity::Error,
    cwe: &[764, 833, 667],
    native: Some(Native::always(Witness::Threads, &[])),
    explanation: r#"## What is reported

A thread takes a mutex, a spinlock or a lock for writing that it holds already. A mutex of the kind
`PTHREAD_MUTEX_RECURSIVE` may be taken several times, and one of the kind `PTHREAD_MUTEX_ERRORCHECK`
answers with an error; neither is reported.

## Why it is bad

The thread waits for itself, for ever.

## Example

```c
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void add(int n) {
    pthread_mutex_lock(&lock);
    total += n;
    pthread_mutex_unlock(&lock);
}

int main(void) {
    pthread_mutex_lock(&lock);
    add(1);
    pthread_mutex_unlock(&lock);
    return 0;
}
```

## Repair

Call what takes the lock without it, or give it a twin that expects the lock to be held.

```c
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void add(int n) {
    pthread_mutex_lock(&lock);
    total += n;
    pthread_mutex_unlock(&lock);
}

int main(void) {
    add(1);
    return 0;
}
```

## Weaknesses

CWE-764, CWE-833, CWE-667.
"#,
    ..Rule::BLANK
};

static UNRELEASED_LOCK: Rule = Rule {
    name: "unreleased-lock",
    summary: "a thread ends and holds a lock still",
    severity: Severity::Error,
    cwe: &[667, 772],
    native: Some(Native::always(Witness::Threads, &[])),
    explanation: r#"## What is reported

A thread returns from its function, or `main` returns, and still holds a lock that it took. Where
the program calls `exit`, nothing is reported: there the whole process ends on purpose.

## Why it is bad

No thread can release the lock any more. The next one that takes it waits for ever.

## Example

```c
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int next(void) {
    pthread_mutex_lock(&lock);
    int c = getchar();
    if (c == EOF) {
        return -1;
    }
    pthread_mutex_unlock(&lock);
    return c;
}

int main(void) {
    return next() == 'x';
}
```

## Repair

Release the lock on every way out of the function.

```c
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int next(void) {
    pthread_mutex_lock(&lock);
    int c = getchar();
    pthread_mutex_unlock(&lock);
    return c == EOF ? -1 : c;
}

int main(void) {
    return next() == 'x';
}
```

## Weaknesses

CWE-667, CWE-772.
"#,
    ..Rule::BLANK
};

fn claim(_: &Context<'_>, event: &Event) -> Option<Claim> {
    Some(match &event.fault {
        Fault::BadUnlock { function, locked } => {
            let who = if locked.is_some() { "another thread holds" } else { "no thread holds" };
            let claim = Claim::new(&BAD_UNLOCK, format!("`{function}` of a lock that {who}"));
            let claim = claim.label(format!("{who} it here"));
            match locked {
                Some(locked) => claim.note(*locked, "the lock is taken here"),
                None => claim,
            }
        }
        Fault::DoubleLock { function, locked } => {
            let message = format!("`{function}` of a lock that this thread holds already");
            let claim = Claim::new(&DOUBLE_LOCK, message).label("it waits for itself");
            claim.note(*locked, "the lock is taken here")
        }
        Fault::UnreleasedLock { locked } => {
            let claim = Claim::new(&UNRELEASED_LOCK, "the lock is never released").at(*locked);
            claim.label("taken here")
        }
        Fault::Deadlock { waits, circle } => {
            let message = match (waits.len(), circle) {
                (1, _) => "the only thread waits for ever".to_owned(),
                (2, true) => "two threads wait for each other, for ever".to_owned(),
                (count, true) => format!("{count} threads wait for each other, for ever"),
                (2, false) => "two threads wait for ever: none is left to wake them".to_owned(),
                (count, false) => {
                    format!("{count} threads wait for ever: none is left to wake them")
                }
            };
            let mut claim = Claim::new(&DEADLOCK, message).label("this thread waits here");
            for (thread, place) in waits {
                let act = Act { thread: thread.clone(), does: Does::Wait };
                claim = match *place == event.span {
                    true => claim.act(&act, "this thread waits here"),
                    false => claim.note_act(*place, &act, format!("{act} here")),
                };
            }
            claim
        }
        _ => return None,
    })
}
