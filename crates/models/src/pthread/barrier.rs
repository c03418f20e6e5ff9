//! Barriers: how many threads it takes, how many have come, and how often it has opened.

use super::{clear, nothing};
use crate::LibC;
use crate::errno::EINVAL;
use crate::spec::{Facts, Table, exact};
use margay_engine::{Call, Flow, ModelResult, Wait, WaitFor};

pub const MODELS: Table = Facts::SYNCHRONISES.of_all(&[
    exact("pthread_barrier_init", init).typed("ippi"),
    exact("pthread_barrier_destroy", nothing).typed("ip"),
    exact("pthread_barrier_wait", wait).typed("ip"),
]);

/// Threads that a barrier takes at most.
const MOST: u32 = u32::MAX / 2;

const COME: u64 = 4;
const OPENED: u64 = 8;
/// What one of the threads is told.
const SERIAL_THREAD: i32 = -1;

fn init(call: &mut Call<'_>) -> ModelResult {
    let (at, count) = (call.arg_u64(0)?, call.arg_u32(2)?);
    if count == 0 || count > MOST {
        return Ok(Flow::int(EINVAL));
    }
    clear(call, 32)?;
    call.store(at, 4, u64::from(count))?;
    Ok(Flow::int(0))
}

fn wait(call: &mut Call<'_>) -> ModelResult {
    let at = call.arg_u64(0)?;
    let (opened, thread) = (call.load(at.wrapping_add(OPENED), 4)?, call.state.thread());
    let wait = Flow::Wait(Wait { what: WaitFor::Object(at), timed: false });
    if let Some(before) = call.library::<LibC>().threads.barriers.get(&thread).copied() {
        if before == opened {
            return Ok(wait);
        }
        call.library::<LibC>().threads.barriers.remove(&thread);
        call.state.leave(meeting(at, before));
        return Ok(Flow::int(0));
    }
    let (count, come) = (call.load(at, 4)?, call.load(at.wrapping_add(COME), 4)? + 1);
    call.state.arrive_at(at, count, meeting(at, opened));
    if come >= count {
        call.store(at.wrapping_add(COME), 4, 0)?;
        call.store(at.wrapping_add(OPENED), 4, opened + 1)?;
        call.state.leave(meeting(at, opened));
        call.state.wake(WaitFor::Object(at));
        return Ok(Flow::int(SERIAL_THREAD));
    }
    call.store(at.wrapping_add(COME), 4, come)?;
    call.library::<LibC>().threads.barriers.insert(thread, opened);
    Ok(wait)
}

/// What stands for one round of a barrier. While a thread is still to go on from one, others may have come to the next,
/// but not to the one after that.
fn meeting(at: u64, round: u64) -> u64 {
    at.wrapping_add(round % 2)
}
