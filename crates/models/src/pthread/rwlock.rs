//! Locks for many readers or one writer. The first word counts readers, the second has the number of the
//! writer, plus one.

use super::{Patience, clear, held_since, hold, nothing, release, wait_or};
use crate::Table;
use crate::errno::EBUSY;
use margay_engine::{Call, Fault, Flow, ModelResult, Stop};

pub const MODELS: Table = &[
    ("pthread_rwlock_init", |call| clear(call, 56)),
    ("pthread_rwlock_destroy", nothing),
    ("pthread_rwlock_rdlock", |call| read(call, Patience::Endless)),
    ("pthread_rwlock_timedrdlock", |call| read(call, Patience::Some)),
    ("pthread_rwlock_tryrdlock", |call| read(call, Patience::None)),
    ("pthread_rwlock_wrlock", |call| write(call, Patience::Endless)),
    ("pthread_rwlock_timedwrlock", |call| write(call, Patience::Some)),
    ("pthread_rwlock_trywrlock", |call| write(call, Patience::None)),
    ("pthread_rwlock_unlock", unlock),
];

const WRITER: u64 = 4;

fn me(call: &Call<'_>) -> u64 {
    u64::from(call.state.thread().number()) + 1
}

/// The address of the lock, its readers and its writer.
fn lock(call: &mut Call<'_>) -> Result<(u64, u64, u64), Stop> {
    let at = call.arg_u64(0)?;
    Ok((at, call.load(at, 4)?, call.load(at.wrapping_add(WRITER), 4)?))
}

fn read(call: &mut Call<'_>, patience: Patience) -> ModelResult {
    let (at, readers, writer) = lock(call)?;
    if writer == me(call) && patience == Patience::Endless {
        return Err(twice(call, at));
    }
    if writer != 0 {
        return wait_or(call, patience, at, EBUSY);
    }
    call.store(at, 4, readers + 1)?;
    hold(call, at, true, patience);
    Ok(Flow::int(0))
}

fn write(call: &mut Call<'_>, patience: Patience) -> ModelResult {
    let (at, readers, writer) = lock(call)?;
    let mine = writer == me(call) || readers > 0 && held_since(call, at).is_some();
    if mine && patience == Patience::Endless {
        return Err(twice(call, at));
    }
    if readers != 0 || writer != 0 {
        return wait_or(call, patience, at, EBUSY);
    }
    let me = me(call);
    call.store(at.wrapping_add(WRITER), 4, me)?;
    hold(call, at, false, patience);
    Ok(Flow::int(0))
}

fn twice(call: &mut Call<'_>, at: u64) -> Stop {
    let locked = held_since(call, at).unwrap_or(call.program_site);
    Stop::Fault(Fault::DoubleLock { function: call.name.to_owned(), locked })
}

fn unlock(call: &mut Call<'_>) -> ModelResult {
    let (at, readers, writer) = lock(call)?;
    if readers > 0 {
        call.store(at, 4, readers - 1)?;
    } else {
        if writer != me(call) && !call.is_alone() {
            let function = call.name.to_owned();
            call.fault(Fault::BadUnlock { function, held: writer != 0 })?;
        }
        call.store(at.wrapping_add(WRITER), 4, 0)?;
    }
    release(call, at);
    Ok(Flow::int(0))
}
