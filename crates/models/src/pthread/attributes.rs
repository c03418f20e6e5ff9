//! Attributes of threads, locks and conditions. Those that change what a program can see are kept.

use super::{clear, load_int, nothing, store_int};
use crate::Table;
use margay_engine::{Call, Flow, ModelResult};

/// Where `pthread_attr_t` says whether a thread is detached.
pub const DETACH_STATE: u64 = 4;

pub const MODELS: Table = &[
    ("pthread_mutexattr_init", |call| clear(call, 4)),
    ("pthread_mutexattr_destroy", nothing),
    ("pthread_mutexattr_settype", |call| store_int(call, 0, 1)),
    ("pthread_mutexattr_gettype", |call| load_int(call, 0, 1)),
    ("pthread_mutexattr_setpshared", nothing),
    ("pthread_mutexattr_setrobust", nothing),
    ("pthread_mutexattr_setprotocol", nothing),
    ("pthread_condattr_init", |call| clear(call, 4)),
    ("pthread_condattr_destroy", nothing),
    ("pthread_condattr_setclock", nothing),
    ("pthread_condattr_setpshared", nothing),
    ("pthread_rwlockattr_init", |call| clear(call, 8)),
    ("pthread_rwlockattr_destroy", nothing),
    ("pthread_rwlockattr_setkind_np", nothing),
    ("pthread_barrierattr_init", |call| clear(call, 4)),
    ("pthread_barrierattr_destroy", nothing),
    ("pthread_attr_init", |call| clear(call, 56)),
    ("pthread_attr_destroy", nothing),
    ("pthread_attr_setdetachstate", set_detach_state),
    ("pthread_attr_setstacksize", nothing),
    ("pthread_attr_setguardsize", nothing),
    ("pthread_attr_setscope", nothing),
    ("pthread_attr_setinheritsched", nothing),
    ("pthread_attr_setschedpolicy", nothing),
];

fn set_detach_state(call: &mut Call<'_>) -> ModelResult {
    let (object, state) = (call.arg_u64(0)?, call.arg_u32(1)?);
    call.store(object.wrapping_add(DETACH_STATE), 4, u64::from(state))?;
    Ok(Flow::int(0))
}
