//! Spinlocks: one word, the number of the thread that holds it, plus one.

use super::{Patience, held_since, hold, nothing, release, wait_or};
use crate::Table;
use crate::errno::EBUSY;
use margay_engine::{Call, Fault, Flow, ModelResult, Stop};

pub const MODELS: Table = &[
    ("pthread_spin_init", |call| super::clear(call, 4)),
    ("pthread_spin_destroy", nothing),
    ("pthread_spin_lock", |call| lock(call, Patience::Endless)),
    ("pthread_spin_trylock", |call| lock(call, Patience::None)),
    ("pthread_spin_unlock", unlock),
];

fn lock(call: &mut Call<'_>, patience: Patience) -> ModelResult {
    let at = call.arg_u64(0)?;
    let (owner, me) = (call.load(at, 4)?, u64::from(call.state.thread().number()) + 1);
    if owner == me && patience == Patience::Endless {
        let locked = held_since(call, at).unwrap_or(call.program_site);
        let function = call.name.to_owned();
        return Err(Stop::Fault(Fault::DoubleLock { function, locked }));
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
    let (owner, me) = (call.load(at, 4)?, u64::from(call.state.thread().number()) + 1);
    if owner != me {
        let function = call.name.to_owned();
        call.fault(Fault::BadUnlock { function, held: owner != 0 })?;
    }
    call.store(at, 4, 0)?;
    release(call, at);
    Ok(Flow::int(0))
}
