//! `pthread.h`, `semaphore.h` and `threads.h`.
//!
//! What is locked, counted or waited for is kept in the program's own objects, in the words where glibc
//! keeps it as far as static initialisers need that. A thread that has to wait says what for; when it goes
//! on, its call is made again. C11's functions differ in their codes: `code` translates those.

pub mod attributes;
pub mod barrier;
pub mod cleanup;
pub mod condition;
pub mod keys;
pub mod life;
pub mod mutex;
pub mod rwlock;
pub mod semaphore;
pub mod spin;

use crate::errno::{EBUSY, ENOMEM, ETIMEDOUT};
use margay_engine::{
    Call, Fault, Flow, Grip, ModelResult, Place, Stop, ThreadId, Value, Wait, WaitFor,
};
use margay_ir::SpanId;
use std::collections::{BTreeMap, BTreeSet};

pub use keys::at_thread_end;

/// What is remembered of threads.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Threads {
    keys: keys::Keys,
    cleanup: cleanup::Cleanup,
    /// Locks that are held, and by whom.
    held: BTreeMap<(ThreadId, u64), Hold>,
    /// Locks that another thread has released: who will release them again.
    robbed: BTreeSet<(ThreadId, u64)>,
    /// Mutexes that were destroyed, and where.
    destroyed: BTreeMap<u64, SpanId>,
    /// How many calls deep what is done once was begun, by its control.
    begun_once: BTreeMap<u64, usize>,
    /// Threads that wait for a condition, until one signals that it holds.
    conditions: BTreeMap<ThreadId, condition::Waiting>,
    /// Threads that stand at a barrier, and how often it had opened when they came.
    barriers: BTreeMap<ThreadId, u64>,
}

/// How a thread holds a lock.
#[derive(Clone, Debug, PartialEq)]
struct Hold {
    /// Where it took it first.
    place: Place,
    grip: Grip,
    /// So often it has to release it: one for reading may be taken again.
    times: u32,
}

impl Threads {
    /// Calls `visit` with each value of the program that is kept here.
    pub fn for_each_value(&self, visit: &mut dyn FnMut(&Value)) {
        self.keys.values.values().for_each(&mut *visit);
        self.cleanup.results.values().for_each(visit);
    }

    /// The locks that a thread holds, and where it took them.
    fn held_by(&self, thread: ThreadId) -> Vec<(u64, Place)> {
        let all = self.held.range((thread, 0)..=(thread, u64::MAX));
        all.map(|((_, lock), hold)| (*lock, hold.place.clone())).collect()
    }
}

/// The locks that threads hold: by whom and how.
pub fn held_locks(call: &mut Call<'_>) -> Vec<(ThreadId, u64, Grip)> {
    let held = call.library::<crate::LibC>().threads.held.iter();
    let each = held.flat_map(|((thread, lock), hold)| {
        std::iter::repeat_n((*thread, *lock, hold.grip), hold.times as usize)
    });
    each.collect()
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

/// Whether the `struct timespec` that an argument points to has nanoseconds of less than a second.
pub(crate) fn has_valid_time(call: &mut Call<'_>, index: usize) -> Result<bool, Stop> {
    const SECOND: u64 = 1_000_000_000;
    let (at, word) = (call.arg_u64(index)?, call.pointer_bytes());
    let nanoseconds = call.load_value(at.wrapping_add(u64::from(word)), word)?;
    let nanoseconds = margay_engine::terms::term(call.pool, nanoseconds, word * 8);
    let second = call.pool.bv_u64(word * 8, SECOND);
    let valid = call.pool.bv_ult(nanoseconds, second);
    call.decide(valid)
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
    let grip = Grip { shared, tried: patience != Patience::Endless };
    call.state.take_lock(lock, grip);
    let (thread, place) = (call.state.thread(), call.place());
    let held = &mut call.library::<crate::LibC>().threads.held;
    held.entry((thread, lock)).or_insert(Hold { place, grip, times: 0 }).times += 1;
}

/// The running thread has released a lock; those that wait for it may try again.
fn release(call: &mut Call<'_>, lock: u64) {
    let thread = call.state.thread();
    let_go(call, thread, lock);
    call.state.wake(WaitFor::Object(lock));
}

/// A thread holds a lock once less.
fn let_go(call: &mut Call<'_>, thread: ThreadId, lock: u64) {
    let held = &mut call.library::<crate::LibC>().threads.held;
    if let Some(hold) = held.get_mut(&(thread, lock)) {
        hold.times -= 1;
        if hold.times == 0 {
            held.remove(&(thread, lock));
        }
    }
    call.state.release_lock(thread, lock);
}

/// The running thread releases a lock that it does not hold: that is noted, unless another thread has released it in
/// its place. Gives whether the lock is released now. A thread that it is taken from will release it again, and has
/// done nothing wrong then.
fn release_of_others(call: &mut Call<'_>, lock: u64) -> Result<bool, Stop> {
    if is_robbed(call, lock) {
        return Ok(false);
    }
    let holder = holder_of(call, lock);
    let function = call.name.to_owned();
    let held = &call.library::<crate::LibC>().threads.held;
    let hold = holder.and_then(|holder| held.get(&(holder, lock)));
    let locked = hold.map(|hold| hold.place.span);
    call.fault(Fault::BadUnlock { function, locked })?;
    if let Some(holder) = holder {
        let_go(call, holder, lock);
        call.library::<crate::LibC>().threads.robbed.insert((holder, lock));
    }
    Ok(true)
}

/// A thread that holds a lock, the first of them.
fn holder_of(call: &mut Call<'_>, lock: u64) -> Option<ThreadId> {
    let held = &call.library::<crate::LibC>().threads.held;
    held.keys().find(|(_, held)| *held == lock).map(|(thread, _)| *thread)
}

/// Notes that a lock is destroyed which a thread holds, by its words.
fn destroy_held(call: &mut Call<'_>, function: &'static str, lock: u64) -> Result<(), Stop> {
    let Some(holder) = holder_of(call, lock) else { return Ok(()) };
    let held = &call.library::<crate::LibC>().threads.held;
    let place = held.get(&(holder, lock)).map(|hold| hold.place.span);
    let who =
        if holder == call.state.thread() { "it holds itself" } else { "another thread holds" };
    let detail = format!("destroys a lock that {who}");
    let place = place.unwrap_or(call.program_site);
    let (function, label) = (function.to_owned(), "the lock is taken here");
    call.fault(Fault::LockMisuse { function, detail, place, label })
}

/// The number that stands for the running thread in a lock.
fn me(call: &Call<'_>) -> u64 {
    u64::from(call.state.thread().number()) + 1
}

/// The running thread would wait for itself.
fn twice(call: &mut Call<'_>, lock: u64) -> Stop {
    let locked = held_since(call, lock).unwrap_or(call.program_site);
    Stop::Fault(Fault::DoubleLock { function: call.name.to_owned(), locked })
}

/// Whether another thread has released a lock that the running thread took.
fn is_robbed(call: &mut Call<'_>, lock: u64) -> bool {
    let thread = call.state.thread();
    call.library::<crate::LibC>().threads.robbed.remove(&(thread, lock))
}

/// Where the running thread took a lock that it holds.
fn held_since(call: &mut Call<'_>, lock: u64) -> Option<SpanId> {
    let thread = call.state.thread();
    call.library::<crate::LibC>().threads.held.get(&(thread, lock)).map(|hold| hold.place.span)
}
