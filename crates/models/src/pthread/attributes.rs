//! Attributes of threads, locks and conditions. Those that change what a program can see are kept.

use super::{clear, load_int, nothing, store_int};
use crate::spec::{Table, exact};
use margay_engine::{Call, Flow, ModelResult};

/// Where `pthread_attr_t` says whether a thread is detached.
pub const DETACH_STATE: u64 = 4;

pub const MODELS: Table = &[
    exact("pthread_mutexattr_init", |call| clear(call, 4)),
    exact("pthread_mutexattr_destroy", nothing),
    exact("pthread_mutexattr_settype", |call| store_int(call, 0, 1)),
    exact("pthread_mutexattr_gettype", |call| load_int(call, 0, 1)),
    exact("pthread_mutexattr_setpshared", nothing),
    exact("pthread_mutexattr_setrobust", nothing),
    exact("pthread_mutexattr_setprotocol", nothing),
    exact("pthread_condattr_init", |call| clear(call, 4)),
    exact("pthread_condattr_destroy", nothing),
    exact("pthread_condattr_setclock", nothing),
    exact("pthread_condattr_setpshared", nothing),
    exact("pthread_rwlockattr_init", |call| clear(call, 8)),
    exact("pthread_rwlockattr_destroy", nothing),
    exact("pthread_rwlockattr_setkind_np", nothing),
    exact("pthread_barrierattr_init", |call| clear(call, 4)),
    exact("pthread_barrierattr_destroy", nothing),
    exact("pthread_attr_init", |call| clear(call, 56)),
    exact("pthread_attr_destroy", nothing),
    exact("pthread_attr_setdetachstate", set_detach_state),
    exact("pthread_attr_setstacksize", nothing),
    exact("pthread_attr_setguardsize", nothing),
    exact("pthread_attr_setscope", nothing),
    exact("pthread_attr_setinheritsched", nothing),
    exact("pthread_attr_setschedpolicy", nothing),
];

fn set_detach_state(call: &mut Call<'_>) -> ModelResult {
    let (object, state) = (call.arg_u64(0)?, call.arg_u32(1)?);
    call.store(object.wrapping_add(DETACH_STATE), 4, u64::from(state))?;
    Ok(Flow::int(0))
}
