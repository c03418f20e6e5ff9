//! Attributes of threads, locks and conditions. Those that change what a program can see are kept.

use super::{clear, load_int, nothing, store_int};
use crate::errno::{EINVAL, ENOTSUP};
use crate::spec::{Table, exact, exact_for};
use margay_engine::{Call, Flow, ModelResult, Stop};

/// Where `pthread_attr_t` says whether a thread is detached.
pub const DETACH_STATE: u64 = 4;

pub const MODELS: Table = Table::of(&[
    exact("pthread_mutexattr_init", |call| clear(call, 4)).typed("ip"),
    exact("pthread_mutexattr_destroy", nothing).typed("ip"),
    exact("pthread_mutexattr_settype", |call| match is_at_most(call, 3)? {
        true => store_int(call, 0, 1),
        false => Ok(Flow::int(EINVAL)),
    })
    .typed("ipi"),
    exact("pthread_mutexattr_gettype", |call| load_int(call, 0, 1)).typed("ipp"),
    exact("pthread_mutexattr_setpshared", |call| at_most(call, 1)).typed("ipi"),
    exact_for("pthread_mutexattr_setrobust", is_default, |call| at_most(call, 1)).typed("ipi"),
    exact_for("pthread_mutexattr_setprotocol", is_default, |call| at_most(call, 2)).typed("ipi"),
    exact("pthread_condattr_init", |call| clear(call, 4)).typed("ip"),
    exact("pthread_condattr_destroy", nothing).typed("ip"),
    exact("pthread_condattr_setclock", |call| at_most(call, 1)).typed("ipi"),
    exact("pthread_condattr_setpshared", |call| at_most(call, 1)).typed("ipi"),
    exact("pthread_rwlockattr_init", |call| clear(call, 8)).typed("ip"),
    exact("pthread_rwlockattr_destroy", nothing).typed("ip"),
    exact("pthread_rwlockattr_setkind_np", |call| at_most(call, 2)).typed("ipi"),
    exact("pthread_barrierattr_init", |call| clear(call, 4)).typed("ip"),
    exact("pthread_barrierattr_destroy", nothing).typed("ip"),
    exact("pthread_attr_init", |call| clear(call, 56)).typed("ip"),
    exact("pthread_attr_destroy", nothing).typed("ip"),
    exact("pthread_attr_setdetachstate", set_detach_state).typed("ipi"),
    exact("pthread_attr_setstacksize", |call| {
        let small = call.arg_u64(1)? < SMALLEST_STACK;
        Ok(Flow::int(if small { EINVAL } else { 0 }))
    })
    .typed("ipl"),
    exact("pthread_attr_setguardsize", nothing).typed("ipl"),
    exact("pthread_attr_setscope", |call| {
        Ok(Flow::int(match call.arg_i32(1)? {
            0 => 0,
            // Threads that compete within the process only.
            1 => ENOTSUP,
            _ => EINVAL,
        }))
    })
    .typed("ipi"),
    exact("pthread_attr_setinheritsched", |call| at_most(call, 1)).typed("ipi"),
    exact("pthread_attr_setschedpolicy", |call| at_most(call, 2)).typed("ipi"),
]);

/// `PTHREAD_STACK_MIN`.
const SMALLEST_STACK: u64 = 16384;

/// Whether the second argument is a number from 0 to this.
fn is_at_most(call: &mut Call<'_>, most: i32) -> Result<bool, Stop> {
    Ok((0..=most).contains(&call.arg_i32(1)?))
}

/// Such numbers are taken, and change nothing that is followed here; others are refused.
fn at_most(call: &mut Call<'_>, most: i32) -> ModelResult {
    let _readable = call.arg_u64(0)?;
    Ok(Flow::int(if is_at_most(call, most)? { 0 } else { EINVAL }))
}

/// What else is taken changes how locks behave, which is not followed.
fn is_default(call: &mut Call<'_>) -> Result<bool, Stop> {
    Ok(!matches!(call.arg_i32(1)?, 1 | 2))
}

fn set_detach_state(call: &mut Call<'_>) -> ModelResult {
    let (object, state) = (call.arg_u64(0)?, call.arg_u32(1)?);
    if state > 1 {
        return Ok(Flow::int(EINVAL));
    }
    call.store(object.wrapping_add(DETACH_STATE), 4, u64::from(state))?;
    Ok(Flow::int(0))
}
