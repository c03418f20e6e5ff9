//! `pthread.h`, `semaphore.h` and `threads.h`.
//!
//! What is locked, counted or waited for is kept in the program's own objects, in the words where glibc
//! keeps it as far as static initialisers need that. A thread that has to wait says what for; when it goes
//! on, its call is made again. C11's functions differ in their codes: `code` translates those.

pub mod attributes;
pub mod barrier;
pub mod condition;
pub mod keys;
pub mod life;
pub mod mutex;
pub mod rwlock;
pub mod semaphore;
pub mod spin;

use crate::errno::{EBUSY, ENOMEM, ETIMEDOUT};
use margay_engine::{Call, Flow, Grip, ModelResult, Place, ThreadId, Value, Wait, WaitFor};
use margay_ir::SpanId;
use std::collections::{BTreeMap, BTreeSet};

pub use keys::at_thread_end;

/// What is remembered of threads.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Threads {
    keys: keys::Keys,
    /// Locks that are held: by whom, and where the thread took each first.
    held: BTreeMap<(ThreadId, u64), Place>,
    /// Locks that somebody else has released: who will release them again.
    robbed: BTreeSet<(ThreadId, u64)>,
    /// Threads that wait for a condition, until somebody says that it holds.
    conditions: BTreeMap<ThreadId, condition::Waiting>,
    /// Threads that stand at a barrier, and how often it had opened when they came.
    barriers: BTreeMap<ThreadId, u64>,
}

impl Threads {
    /// Calls `visit` with each value of the program that is kept here.
    pub fn for_each_value(&self, visit: &mut dyn FnMut(&Value)) {
        self.keys.values.values().for_each(visit);
    }

    /// The locks that a thread holds, and where it took them.
    fn held_by(&self, thread: ThreadId) -> Vec<(u64, Place)> {
        let all = self.held.range((thread, 0)..=(thread, u64::MAX));
        all.map(|((_, lock), place)| (*lock, place.clone())).collect()
    }
}

fn nothing(_call: &mut Call<'_>) -> ModelResult {
    Ok(Flow::int(0))
}

fn void(_call: &mut Call<'_>) -> ModelResult {
    Ok(Flow::void())
}

/// Fills the object that the first argument points to with zeros.
fn clear(call: &mut Call<'_>, size: u64) -> ModelResult {
    let object = call.arg_u64(0)?;
    call.memory().fill(object, size, Value::ZERO)?;
    Ok(Flow::int(0))
}

/// Stores an argument in the `int` at an object.
fn store_int(call: &mut Call<'_>, object: usize, argument: usize) -> ModelResult {
    let (object, value) = (call.arg_u64(object)?, call.arg_u32(argument)?);
    call.store(object, 4, u64::from(value))?;
    Ok(Flow::int(0))
}

/// Copies the `int` at an object to where an argument points.
fn load_int(call: &mut Call<'_>, object: usize, argument: usize) -> ModelResult {
    let (object, place) = (call.arg_u64(object)?, call.arg_u64(argument)?);
    let value = call.load(object, 4)?;
    call.store(place, 4, value)?;
    Ok(Flow::int(0))
}

/// How long a call waits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Patience {
    None,
    Some,
    Endless,
}

/// What a call does that cannot go on now: it answers with `busy`, or waits for a change of an object.
fn wait_or(call: &mut Call<'_>, patience: Patience, object: u64, busy: i32) -> ModelResult {
    match patience {
        Patience::None => Ok(code(call, busy)),
        Patience::Some if call.state.take_timed_out() => Ok(code(call, ETIMEDOUT)),
        _ => {
            let timed = patience == Patience::Some;
            Ok(Flow::Wait(Wait { what: WaitFor::Object(object), timed }))
        }
    }
}

/// The answer of a call, which C11's functions give in codes of their own.
fn code(call: &Call<'_>, code: i32) -> Flow {
    const ERROR: i32 = 2;
    let is_c11 = ["mtx_", "cnd_", "thrd_", "tss_"].iter().any(|kind| call.name.starts_with(kind));
    Flow::int(match code {
        0 => 0,
        code if !is_c11 => code,
        EBUSY => 1,
        ENOMEM => 3,
        ETIMEDOUT => 4,
        _ => ERROR,
    })
}

/// The running thread has taken a lock.
fn hold(call: &mut Call<'_>, lock: u64, shared: bool, patience: Patience) {
    let tried = patience != Patience::Endless;
    call.state.take_lock(lock, Grip { shared, tried });
    let (thread, place) = (call.state.thread(), call.place());
    call.library::<crate::LibC>().threads.held.entry((thread, lock)).or_insert(place);
}

/// The running thread has released a lock; those that wait for it may try again.
fn release(call: &mut Call<'_>, lock: u64) {
    let thread = call.state.thread();
    call.library::<crate::LibC>().threads.held.remove(&(thread, lock));
    call.state.release_lock(thread, lock);
    call.state.wake(WaitFor::Object(lock));
}

/// The running thread releases a lock that another one holds. That one will release it again, and has done
/// nothing wrong then.
fn rob(call: &mut Call<'_>, lock: u64, owner: ThreadId) {
    let threads = &mut call.library::<crate::LibC>().threads;
    threads.held.remove(&(owner, lock));
    threads.robbed.insert((owner, lock));
    call.state.release_lock(owner, lock);
}

/// Whether somebody else has released a lock that the running thread took.
fn is_robbed(call: &mut Call<'_>, lock: u64) -> bool {
    let thread = call.state.thread();
    call.library::<crate::LibC>().threads.robbed.remove(&(thread, lock))
}

/// Where the running thread took a lock that it holds.
fn held_since(call: &mut Call<'_>, lock: u64) -> Option<SpanId> {
    let thread = call.state.thread();
    call.library::<crate::LibC>().threads.held.get(&(thread, lock)).map(|place| place.span)
}
