//! Spinlocks: one word, the number of the thread that holds it, plus one.

use super::{
    Patience, destroy_held, hold, holder_of, me, release, release_of_others, twice, wait_or,
};
use crate::errno::EBUSY;
use crate::spec::{Facts, Table, exact};
use margay_engine::{Call, Dealing, Flow, ModelResult};

pub const MODELS: Table = Facts::SYNCHRONISES.of_all(&[
    exact("pthread_spin_init", |call| super::clear(call, 4)).typed("ipi"),
    exact("pthread_spin_destroy", destroy).typed("ip"),
    exact("pthread_spin_lock", |call| lock(call, Patience::Endless))
        .typed("ip")
        .deals(Dealing::Take),
    exact("pthread_spin_trylock", |call| lock(call, Patience::None))
        .typed("ip")
        .deals(Dealing::Try),
    exact("pthread_spin_unlock", unlock).typed("ip").deals(Dealing::Give),
]);

fn lock(call: &mut Call<'_>, patience: Patience) -> ModelResult {
    let at = call.arg_u64(0)?;
    let (owner, me) = (call.load(at, 4)?, me(call));
    if owner == me && patience == Patience::Endless {
        return Err(twice(call, at));
    }
    if owner != 0 {
        return wait_or(call, patience, at, EBUSY);
    }
    call.store(at, 4, me)?;
    hold(call, at, false, patience);
    Ok(Flow::int(0))
}

fn unlock(call: &mut Call<'_>) -> ModelResult {
    let at = call.arg_u64(0)?;
    if call.load(at, 4)? != me(call) && !release_of_others(call, at)? {
        return Ok(Flow::int(0));
    }
    call.store(at, 4, 0)?;
    release(call, at);
    Ok(Flow::int(0))
}

fn destroy(call: &mut Call<'_>) -> ModelResult {
    let at = call.arg_u64(0)?;
    if holder_of(call, at).is_some() && call.load(at, 4)? != 0 {
        destroy_held(call, "pthread_spin_destroy", at)?;
    }
    Ok(Flow::int(0))
}
