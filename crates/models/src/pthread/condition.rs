//! Condition variables. A thread that waits gives its mutex back first; when a thread has signalled that the condition
//! may hold, it takes the mutex again, and only then its call returns.

use super::mutex::{lock_at, unlock_at};
use super::{Patience, clear, code, has_valid_time, nothing, void};
use crate::LibC;
use crate::errno::{EINVAL, ETIMEDOUT};
use crate::spec::{Facts, Table, exact};
use margay_engine::{Call, Dealing, Flow, ModelResult, Wait, WaitFor};

pub const MODELS: Table = Facts::SYNCHRONISES.of_all(&[
    exact("pthread_cond_init", |call| clear(call, 48)).typed("ipp"),
    exact("pthread_cond_destroy", nothing).typed("ip"),
    exact("pthread_cond_wait", |call| wait(call, None)).typed("ipp").deals(Dealing::Sleep),
    exact("pthread_cond_timedwait", |call| wait(call, Some(2))).typed("ippp").deals(Dealing::Sleep),
    exact("pthread_cond_clockwait", |call| match call.arg_u32(2)? {
        0 | 1 => wait(call, Some(3)),
        _ => Ok(Flow::int(EINVAL)),
    })
    .typed("ippip")
    .deals(Dealing::Sleep),
    exact("pthread_cond_signal", |call| signal(call, 1)).typed("ip").deals(Dealing::Tell),
    exact("pthread_cond_broadcast", |call| signal(call, usize::MAX))
        .typed("ip")
        .deals(Dealing::Tell),
    exact("cnd_init", |call| clear(call, 48)).typed("ip"),
    exact("cnd_destroy", void).typed("vp"),
    exact("cnd_wait", |call| wait(call, None)).typed("ipp").deals(Dealing::Sleep),
    exact("cnd_timedwait", |call| wait(call, Some(2))).typed("ippp").deals(Dealing::Sleep),
    exact("cnd_signal", |call| signal(call, 1)).typed("ip").deals(Dealing::Tell),
    exact("cnd_broadcast", |call| signal(call, usize::MAX)).typed("ip").deals(Dealing::Tell),
]);

/// What a thread that waits for a condition is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waiting {
    condition: u64,
    news: News,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum News {
    None,
    /// The condition may hold.
    Signalled,
    TimedOut,
}

/// Waits, until a time that an argument points to if there is one.
fn wait(call: &mut Call<'_>, until: Option<usize>) -> ModelResult {
    let (condition, mutex) = (call.arg_u64(0)?, call.arg_u64(1)?);
    let thread = call.state.thread();
    let timed = until.is_some();
    if let Some(until) = until
        && !has_valid_time(call, until)?
    {
        return Ok(code(call, EINVAL));
    }
    let threads = &mut call.library::<LibC>().threads;
    let sleeps = Flow::Wait(Wait { what: WaitFor::Object(condition), timed });
    let news = match threads.conditions.get(&thread) {
        None => {
            threads.conditions.insert(thread, Waiting { condition, news: News::None });
            unlock_at(call, mutex)?;
            return Ok(sleeps);
        }
        Some(waiting) => waiting.news,
    };
    let news = match news {
        News::None if timed && call.state.take_timed_out() => News::TimedOut,
        News::None => return Ok(sleeps),
        news => news,
    };
    call.library::<LibC>().threads.conditions.insert(thread, Waiting { condition, news });
    match lock_at(call, mutex, Patience::Endless)? {
        wait @ Flow::Wait(_) => return Ok(wait),
        _ => call.library::<LibC>().threads.conditions.remove(&thread),
    };
    if news == News::Signalled {
        call.state.hear_through(condition);
    }
    Ok(code(call, if news == News::TimedOut { ETIMEDOUT } else { 0 }))
}

/// Tells some of those that wait that the condition may hold, the first ones first.
fn signal(call: &mut Call<'_>, most: usize) -> ModelResult {
    let condition = call.arg_u64(0)?;
    let waiting = call.library::<LibC>().threads.conditions.values_mut();
    let waiting = waiting.filter(|w| w.condition == condition && w.news == News::None);
    let told = waiting.take(most).map(|waiting| waiting.news = News::Signalled).count();
    call.state.say_through(condition);
    if told > 0 {
        call.state.wake(WaitFor::Object(condition));
    }
    Ok(code(call, 0))
}
