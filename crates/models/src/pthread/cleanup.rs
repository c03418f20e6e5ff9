//! Handlers that run when a thread ends itself: `pthread_cleanup_push` and `pthread_cleanup_pop`.
//!
//! They are macros. glibc's begin with a `setjmp` after which the handler is called, and name its buffer to the
//! library: who ends a thread jumps to the last one, and each goes on to the one before. One whose function has
//! returned stays named until one below it is taken back, and to jump there is a fault. No handler runs for a thread
//! that ends by returning.

use crate::LibC;
use crate::spec::{Table, exact};
use margay_engine::{Call, Flow, ModelResult, ThreadId, Value};
use std::collections::BTreeMap;

pub const MODELS: Table = Table::of(&[
    exact("pthread_exit", end).typed("vp"),
    exact("__pthread_register_cancel", register).typed("vp"),
    exact("__pthread_unregister_cancel", unregister).typed("vp"),
    exact("__pthread_unwind_next", next).typed("vp"),
]);

/// The buffers of threads that have some, the last one last, and what those end with that are about to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cleanup {
    buffers: BTreeMap<ThreadId, Vec<u64>>,
    pub(super) results: BTreeMap<ThreadId, Value>,
}

fn register(call: &mut Call<'_>) -> ModelResult {
    let (buffer, thread) = (call.arg_u64(0)?, call.state.thread());
    let cleanup = &mut call.library::<LibC>().threads.cleanup;
    cleanup.buffers.entry(thread).or_default().push(buffer);
    Ok(Flow::void())
}

fn unregister(call: &mut Call<'_>) -> ModelResult {
    let (buffer, thread) = (call.arg_u64(0)?, call.state.thread());
    let all = &mut call.library::<LibC>().threads.cleanup.buffers;
    if let Some(buffers) = all.get_mut(&thread)
        && let Some(at) = buffers.iter().rposition(|other| *other == buffer)
    {
        // Those above it belong to functions that have returned.
        buffers.truncate(at);
        if buffers.is_empty() {
            all.remove(&thread);
        }
    }
    Ok(Flow::void())
}

fn end(call: &mut Call<'_>) -> ModelResult {
    let (result, thread) = (call.arg(0), call.state.thread());
    call.library::<LibC>().threads.cleanup.results.insert(thread, result);
    next(call)
}

/// The next handler of a thread that ends; after the last one it has ended.
fn next(call: &mut Call<'_>) -> ModelResult {
    let thread = call.state.thread();
    let cleanup = &mut call.library::<LibC>().threads.cleanup;
    if let Some(buffers) = cleanup.buffers.get_mut(&thread)
        && let Some(buffer) = buffers.pop()
    {
        if buffers.is_empty() {
            cleanup.buffers.remove(&thread);
        }
        return Ok(Flow::LongJump(buffer, 1));
    }
    let result = cleanup.results.remove(&thread).unwrap_or(Value::ZERO);
    Ok(Flow::EndThread(result))
}
