//! Locks for many readers or one writer. The first word counts readers, the second has the number of the
//! writer, plus one.

use super::{
    Patience, clear, destroy_held, has_valid_time, held_since, hold, holder_of, me, release,
    release_of_others, twice, wait_or,
};
use crate::errno::{EBUSY, EINVAL};
use crate::spec::{Facts, Table, exact};
use margay_engine::{Call, Dealing, Flow, ModelResult, Stop};

pub const MODELS: Table = Facts::SYNCHRONISES.of_all(&[
    exact("pthread_rwlock_init", |call| clear(call, 56)).typed("ipp"),
    exact("pthread_rwlock_destroy", destroy).typed("ip"),
    exact("pthread_rwlock_rdlock", |call| read(call, Patience::Endless))
        .typed("ip")
        .deals(Dealing::Take),
    exact("pthread_rwlock_timedrdlock", |call| read(call, Patience::Some))
        .typed("ipp")
        .deals(Dealing::Try),
    exact("pthread_rwlock_tryrdlock", |call| read(call, Patience::None))
        .typed("ip")
        .deals(Dealing::Try),
    exact("pthread_rwlock_wrlock", |call| write(call, Patience::Endless))
        .typed("ip")
        .deals(Dealing::Take),
    exact("pthread_rwlock_timedwrlock", |call| write(call, Patience::Some))
        .typed("ipp")
        .deals(Dealing::Try),
    exact("pthread_rwlock_trywrlock", |call| write(call, Patience::None))
        .typed("ip")
        .deals(Dealing::Try),
    exact("pthread_rwlock_unlock", unlock).typed("ip").deals(Dealing::Give),
]);

const WRITER: u64 = 4;

/// The address of the lock, its readers and its writer.
fn lock(call: &mut Call<'_>) -> Result<(u64, u64, u64), Stop> {
    let at = call.arg_u64(0)?;
    Ok((at, call.load(at, 4)?, call.load(at.wrapping_add(WRITER), 4)?))
}

fn read(call: &mut Call<'_>, patience: Patience) -> ModelResult {
    if patience == Patience::Some && !has_valid_time(call, 1)? {
        return Ok(Flow::int(EINVAL));
    }
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
    if patience == Patience::Some && !has_valid_time(call, 1)? {
        return Ok(Flow::int(EINVAL));
    }
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

fn unlock(call: &mut Call<'_>) -> ModelResult {
    let (at, readers, _) = lock(call)?;
    // The lock does not say which threads read: where unknown code may have taken it, it may be held.
    let may_be_held = call.has_unknown_callers() || (readers > 0 && call.state.has_unknown_code());
    let is_held = held_since(call, at).is_some();
    if !is_held && !may_be_held && !release_of_others(call, at)? {
        return Ok(Flow::int(0));
    }
    match readers > 0 {
        true => call.store(at, 4, readers - 1)?,
        false => call.store(at.wrapping_add(WRITER), 4, 0)?,
    }
    release(call, at);
    Ok(Flow::int(0))
}

fn destroy(call: &mut Call<'_>) -> ModelResult {
    let at = call.arg_u64(0)?;
    if holder_of(call, at).is_some() {
        let (_, readers, writer) = lock(call)?;
        if readers != 0 || writer != 0 {
            destroy_held(call, "pthread_rwlock_destroy", at)?;
        }
    }
    Ok(Flow::int(0))
}
