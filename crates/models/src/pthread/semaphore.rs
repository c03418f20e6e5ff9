//! Semaphores: one word, which counts.

use super::{clear, load_int, nothing};
use crate::errno::{EAGAIN, ETIMEDOUT};
use crate::spec::{Table, exact};
use margay_engine::{Call, Flow, ModelResult, Wait, WaitFor};

pub const MODELS: Table = &[
    exact("sem_init", init),
    exact("sem_destroy", nothing),
    exact("sem_post", post),
    exact("sem_wait", |call| take(call, true, false)),
    exact("sem_timedwait", |call| take(call, true, true)),
    exact("sem_clockwait", |call| take(call, true, true)),
    exact("sem_trywait", |call| take(call, false, false)),
    exact("sem_getvalue", |call| load_int(call, 0, 1)),
];

fn init(call: &mut Call<'_>) -> ModelResult {
    let value = call.arg_u32(2)?;
    clear(call, 16)?;
    let at = call.arg_u64(0)?;
    call.store(at, 4, u64::from(value))?;
    Ok(Flow::int(0))
}

fn post(call: &mut Call<'_>) -> ModelResult {
    let at = call.arg_u64(0)?;
    let value = call.load(at, 4)?;
    call.store(at, 4, value + 1)?;
    call.state.say_through(at);
    call.state.wake(WaitFor::Object(at));
    Ok(Flow::int(0))
}

fn take(call: &mut Call<'_>, waits: bool, timed: bool) -> ModelResult {
    let at = call.arg_u64(0)?;
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
