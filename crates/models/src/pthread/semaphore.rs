//! Semaphores: one word, which counts.

use super::{clear, has_valid_time, load_int, nothing};
use crate::errno::{EAGAIN, EINVAL, EOVERFLOW, ETIMEDOUT};
use crate::spec::{Facts, Table, exact, exact_for, uninterrupted};
use margay_engine::{Call, Flow, ModelResult, Wait, WaitFor};

pub const MODELS: Table = Facts::SYNCHRONISES.of_all(&[
    exact("sem_init", init).typed("ipii"),
    exact("sem_destroy", nothing).typed("ip"),
    exact("sem_post", post).typed("ip").signal_safe(),
    exact_for("sem_wait", uninterrupted, |call| take(call, true, None)).typed("ip"),
    exact_for("sem_timedwait", uninterrupted, |call| take(call, true, Some(1))).typed("ipp"),
    exact_for("sem_clockwait", uninterrupted, |call| match call.arg_u32(1)? {
        0 | 1 => take(call, true, Some(2)),
        _ => fails(call, EINVAL),
    })
    .typed("ipip"),
    exact("sem_trywait", |call| take(call, false, None)).typed("ip"),
    exact("sem_getvalue", |call| load_int(call, 0, 1)).typed("ipp"),
]);

/// `SEM_VALUE_MAX`.
const MOST: u32 = 0x7fff_ffff;

fn fails(call: &mut Call<'_>, errno: i32) -> ModelResult {
    call.set_errno(errno)?;
    Ok(Flow::int(-1))
}

fn init(call: &mut Call<'_>) -> ModelResult {
    let value = call.arg_u32(2)?;
    if value > MOST {
        return fails(call, EINVAL);
    }
    clear(call, 16)?;
    let at = call.arg_u64(0)?;
    call.store(at, 4, u64::from(value))?;
    Ok(Flow::int(0))
}

fn post(call: &mut Call<'_>) -> ModelResult {
    let at = call.arg_u64(0)?;
    let value = call.load(at, 4)?;
    if value >= u64::from(MOST) {
        return fails(call, EOVERFLOW);
    }
    call.store(at, 4, value + 1)?;
    call.state.say_through(at);
    call.state.wake(WaitFor::Object(at));
    Ok(Flow::int(0))
}

/// Takes one, or waits for it, until a time that an argument points to if there is one.
fn take(call: &mut Call<'_>, waits: bool, until: Option<usize>) -> ModelResult {
    let at = call.arg_u64(0)?;
    let timed = until.is_some();
    if let Some(until) = until
        && !has_valid_time(call, until)?
    {
        return fails(call, EINVAL);
    }
    match call.load(at, 4)? {
        0 if timed && call.state.take_timed_out() => {
            call.set_errno(ETIMEDOUT)?;
            Ok(Flow::int(-1))
        }
        0 if waits => Ok(Flow::Wait(Wait { what: WaitFor::Object(at), timed })),
        0 => {
            call.set_errno(EAGAIN)?;
            Ok(Flow::int(-1))
        }
        value => {
            call.store(at, 4, value - 1)?;
            call.state.hear_through(at);
            Ok(Flow::int(0))
        }
    }
}
