//! `pthread.h`, `semaphore.h` and `threads.h` for a program with one thread.
//!
//! A mutex is kept in the program's own object, in the words where glibc keeps its
//! lock, depth and kind, so static initialisers work. `pthread_create` and waiting for
//! a condition have no model: a thread must run for them to mean something.

use crate::errno::{EAGAIN, EBUSY, EDEADLK, EINVAL, EPERM};
use crate::text::static_object;
use crate::{LibC, Table};
use margay_engine::{Call, Fault, Flow, ModelResult, Stop, Then, Value, terms};
use std::collections::BTreeMap;

pub const MODELS: Table = &[
    ("pthread_self", pthread_self),
    ("thrd_current", pthread_self),
    ("pthread_equal", equal),
    ("thrd_equal", equal),
    ("pthread_exit", |_| Ok(Flow::Exit(0))),
    ("pthread_once", once),
    ("call_once", once),
    ("pthread_mutex_init", mutex_init),
    ("pthread_mutex_destroy", nothing),
    ("pthread_mutex_lock", |call| lock(call, true)),
    ("pthread_mutex_timedlock", |call| lock(call, true)),
    ("pthread_mutex_trylock", |call| lock(call, false)),
    ("pthread_mutex_unlock", unlock),
    ("mtx_init", mtx_init),
    ("mtx_destroy", |_| Ok(Flow::void())),
    ("mtx_lock", |call| lock(call, true)),
    ("mtx_trylock", mtx_trylock),
    ("mtx_unlock", unlock),
    ("pthread_mutexattr_init", |call| clear(call, 4)),
    ("pthread_mutexattr_destroy", nothing),
    ("pthread_mutexattr_settype", |call| store_int(call, 0, 1)),
    ("pthread_mutexattr_gettype", |call| load_int(call, 0, 1)),
    ("pthread_mutexattr_setpshared", nothing),
    ("pthread_mutexattr_setrobust", nothing),
    ("pthread_mutexattr_setprotocol", nothing),
    ("pthread_cond_init", |call| clear(call, 48)),
    ("pthread_cond_destroy", nothing),
    ("pthread_cond_signal", nothing),
    ("pthread_cond_broadcast", nothing),
    ("cnd_init", |call| clear(call, 48)),
    ("cnd_destroy", |_| Ok(Flow::void())),
    ("cnd_signal", nothing),
    ("cnd_broadcast", nothing),
    ("pthread_condattr_init", |call| clear(call, 4)),
    ("pthread_condattr_destroy", nothing),
    ("pthread_condattr_setclock", nothing),
    ("pthread_rwlock_init", |call| clear(call, 56)),
    ("pthread_rwlock_destroy", nothing),
    ("pthread_rwlock_rdlock", nothing),
    ("pthread_rwlock_tryrdlock", nothing),
    ("pthread_rwlock_wrlock", nothing),
    ("pthread_rwlock_trywrlock", nothing),
    ("pthread_rwlock_unlock", nothing),
    ("pthread_rwlockattr_init", |call| clear(call, 8)),
    ("pthread_rwlockattr_destroy", nothing),
    ("pthread_spin_init", |call| clear(call, 4)),
    ("pthread_spin_destroy", nothing),
    ("pthread_spin_lock", nothing),
    ("pthread_spin_trylock", nothing),
    ("pthread_spin_unlock", nothing),
    ("pthread_attr_init", |call| clear(call, 56)),
    ("pthread_attr_destroy", nothing),
    ("pthread_attr_setdetachstate", nothing),
    ("pthread_attr_setstacksize", nothing),
    ("pthread_attr_setscope", nothing),
    ("pthread_setcancelstate", cancel_state),
    ("pthread_setcanceltype", cancel_state),
    ("pthread_testcancel", |_| Ok(Flow::void())),
    ("pthread_atfork", nothing),
    ("pthread_setname_np", nothing),
    ("pthread_setconcurrency", nothing),
    ("pthread_key_create", key_create),
    ("pthread_key_delete", key_delete),
    ("pthread_setspecific", set_specific),
    ("pthread_getspecific", get_specific),
    ("tss_create", key_create),
    ("tss_delete", key_delete),
    ("tss_set", set_specific),
    ("tss_get", get_specific),
    ("thrd_yield", |_| Ok(Flow::void())),
    ("pthread_yield", nothing),
    ("sem_init", sem_init),
    ("sem_destroy", nothing),
    ("sem_post", sem_post),
    ("sem_wait", |call| sem_take(call, true)),
    ("sem_timedwait", |call| sem_take(call, true)),
    ("sem_trywait", |call| sem_take(call, false)),
    ("sem_getvalue", |call| load_int(call, 0, 1)),
];

/// Keys of `pthread_key_create` and their values.
#[derive(Clone, Debug, Default)]
pub struct Threads {
    next_key: u32,
    values: BTreeMap<u32, u64>,
}

fn nothing(_call: &mut Call<'_>) -> ModelResult {
    Ok(Flow::int(0))
}

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

fn pthread_self(call: &mut Call<'_>) -> ModelResult {
    Ok(Flow::address(static_object(call, "the thread", || vec![0; 16])))
}

fn equal(call: &mut Call<'_>) -> ModelResult {
    Ok(Flow::int(i32::from(call.arg_u64(0)? == call.arg_u64(1)?)))
}

fn once(call: &mut Call<'_>) -> ModelResult {
    const DONE: u64 = 2;
    let (control, function) = (call.arg_u64(0)?, call.arg_u64(1)?);
    if call.load(control, 4)? == DONE {
        return Ok(Flow::int(0));
    }
    call.store(control, 4, DONE)?;
    let returns = if call.name == "call_once" { Vec::new() } else { vec![Value::ZERO] };
    Ok(Flow::Invoke { function, args: Vec::new(), then: Then::Return(returns) })
}

/// Where glibc's mutex has its words on a target.
struct Mutex {
    lock: u64,
    depth: u64,
    kind: u64,
}

const RECURSIVE: u64 = 1;
const CHECKED: u64 = 2;

fn mutex(call: &mut Call<'_>) -> Result<Mutex, Stop> {
    let at = call.arg_u64(0)?;
    let kind = if call.pointer_bytes() == 8 { 16 } else { 12 };
    Ok(Mutex { lock: at, depth: at.wrapping_add(4), kind: at.wrapping_add(kind) })
}

fn mutex_bytes(call: &Call<'_>) -> u64 {
    if call.pointer_bytes() == 8 { 40 } else { 24 }
}

fn mutex_init(call: &mut Call<'_>) -> ModelResult {
    let attributes = call.arg_u64(1)?;
    let kind = if attributes == 0 { 0 } else { call.load(attributes, 4)? };
    clear(call, mutex_bytes(call))?;
    let mutex = mutex(call)?;
    call.store(mutex.kind, 4, kind)?;
    Ok(Flow::int(0))
}

fn mtx_init(call: &mut Call<'_>) -> ModelResult {
    let kind = call.arg_u64(1)? & RECURSIVE;
    clear(call, mutex_bytes(call))?;
    let mutex = mutex(call)?;
    call.store(mutex.kind, 4, kind)?;
    Ok(Flow::int(0))
}

/// Takes a mutex that nobody knows for one that is as the program expects it to be.
fn assume_known(call: &mut Call<'_>, mutex: &Mutex, lock: u64) -> Result<(), Stop> {
    if let Value::Term(term) = call.load_value(mutex.lock, 4)?
        && terms::depends_on_unknown(call.pool, term)
    {
        clear(call, mutex_bytes(call))?;
        call.store(mutex.lock, 4, lock)?;
    }
    Ok(())
}

fn lock(call: &mut Call<'_>, wait: bool) -> ModelResult {
    let mutex = mutex(call)?;
    assume_known(call, &mutex, 0)?;
    let depth = call.load(mutex.depth, 4)?;
    let kind = call.load(mutex.kind, 4)? & 3;
    if call.load(mutex.lock, 4)? != 0 {
        return match kind {
            RECURSIVE => {
                call.store(mutex.depth, 4, depth + 1)?;
                Ok(Flow::int(0))
            }
            _ if !wait => Ok(Flow::int(EBUSY)),
            CHECKED => Ok(Flow::int(EDEADLK)),
            _ => deadlock(call, "pthread_mutex_lock", "locks a mutex that it holds already"),
        };
    }
    call.store(mutex.lock, 4, 1)?;
    call.store(mutex.depth, 4, if kind == RECURSIVE { 1 } else { depth })?;
    Ok(Flow::int(0))
}

fn mtx_trylock(call: &mut Call<'_>) -> ModelResult {
    const BUSY: i32 = 1;
    let flow = lock(call, false)?;
    Ok(if flow == Flow::int(EBUSY) { Flow::int(BUSY) } else { flow })
}

fn unlock(call: &mut Call<'_>) -> ModelResult {
    let mutex = mutex(call)?;
    assume_known(call, &mutex, 1)?;
    let kind = call.load(mutex.kind, 4)? & 3;
    if call.load(mutex.lock, 4)? == 0 {
        return Ok(Flow::int(if kind == 0 { 0 } else { EPERM }));
    }
    let depth = call.load(mutex.depth, 4)?;
    if kind == RECURSIVE {
        call.store(mutex.depth, 4, depth.saturating_sub(1))?;
        if depth > 1 {
            return Ok(Flow::int(0));
        }
    }
    call.store(mutex.lock, 4, 0)?;
    Ok(Flow::int(0))
}

/// The one thread waits for itself.
fn deadlock(call: &mut Call<'_>, function: &'static str, what: &str) -> ModelResult {
    let detail = format!("the only thread {what}, and waits forever");
    call.fault(Fault::LibraryMisuse { function, detail })?;
    Ok(Flow::int(EDEADLK))
}

/// Cancellation is enabled, and stays so.
fn cancel_state(call: &mut Call<'_>) -> ModelResult {
    let old = call.arg_u64(1)?;
    if old != 0 {
        call.store(old, 4, 0)?;
    }
    Ok(Flow::int(0))
}

fn key_create(call: &mut Call<'_>) -> ModelResult {
    let place = call.arg_u64(0)?;
    let threads = &mut call.library::<LibC>().threads;
    let key = threads.next_key;
    threads.next_key += 1;
    threads.values.insert(key, 0);
    call.store(place, 4, u64::from(key))?;
    Ok(Flow::int(0))
}

fn key_delete(call: &mut Call<'_>) -> ModelResult {
    let key = call.arg_u32(0)?;
    let known = call.library::<LibC>().threads.values.remove(&key).is_some();
    Ok(Flow::int(if known { 0 } else { EINVAL }))
}

fn set_specific(call: &mut Call<'_>) -> ModelResult {
    let (key, value) = (call.arg_u32(0)?, call.arg_u64(1)?);
    match call.library::<LibC>().threads.values.get_mut(&key) {
        Some(slot) => {
            *slot = value;
            Ok(Flow::int(0))
        }
        None => Ok(Flow::int(EINVAL)),
    }
}

fn get_specific(call: &mut Call<'_>) -> ModelResult {
    let key = call.arg_u32(0)?;
    let value = call.library::<LibC>().threads.values.get(&key).copied();
    Ok(Flow::address(value.unwrap_or(0)))
}

fn sem_init(call: &mut Call<'_>) -> ModelResult {
    let value = call.arg_u32(2)?;
    clear(call, 16)?;
    let at = call.arg_u64(0)?;
    call.store(at, 4, u64::from(value))?;
    Ok(Flow::int(0))
}

fn sem_post(call: &mut Call<'_>) -> ModelResult {
    let at = call.arg_u64(0)?;
    let value = call.load(at, 4)?;
    call.store(at, 4, value + 1)?;
    Ok(Flow::int(0))
}

fn sem_take(call: &mut Call<'_>, wait: bool) -> ModelResult {
    let at = call.arg_u64(0)?;
    match call.load(at, 4)? {
        0 if wait => deadlock(call, "sem_wait", "waits for a semaphore that is zero"),
        0 => {
            call.set_errno(EAGAIN)?;
            Ok(Flow::int(-1))
        }
        value => {
            call.store(at, 4, value - 1)?;
            Ok(Flow::int(0))
        }
    }
}
