//! Mutexes. The lock word has the number of the thread that holds it, plus one.

use super::{
    Patience, clear, code, destroy_held, has_valid_time, hold, holder_of, me, release,
    release_of_others, twice, wait_or,
};
use crate::LibC;
use crate::errno::{EBUSY, EDEADLK, EINVAL, EPERM};
use crate::spec::{Facts, Table, exact};
use margay_engine::provenance::depends_on_unknown;
use margay_engine::{Call, Dealing, Fault, Flow, ModelResult, Stop, Value, Wait, WaitFor};

pub const MODELS: Table = Facts::SYNCHRONISES.of_all(&[
    exact("pthread_mutex_init", mutex_init).typed("ipp"),
    exact("pthread_mutex_destroy", destroy).typed("ip"),
    exact("pthread_mutex_lock", |call| lock(call, Patience::Endless))
        .typed("ip")
        .deals(Dealing::Take),
    exact("pthread_mutex_timedlock", |call| lock(call, Patience::Some))
        .typed("ipp")
        .deals(Dealing::Try),
    exact("pthread_mutex_clocklock", |call| lock(call, Patience::Some))
        .typed("ipip")
        .deals(Dealing::Try),
    exact("pthread_mutex_trylock", |call| lock(call, Patience::None))
        .typed("ip")
        .deals(Dealing::Try),
    exact("pthread_mutex_unlock", unlock).typed("ip").deals(Dealing::Give),
    exact("mtx_init", mtx_init).typed("ipi"),
    exact("mtx_destroy", |call| destroy(call).map(|_| Flow::void())).typed("vp"),
    exact("mtx_lock", |call| lock(call, Patience::Endless)).typed("ip").deals(Dealing::Take),
    exact("mtx_timedlock", |call| lock(call, Patience::Some)).typed("ipp").deals(Dealing::Try),
    exact("mtx_trylock", |call| lock(call, Patience::None)).typed("ip").deals(Dealing::Try),
    exact("mtx_unlock", unlock).typed("ip").deals(Dealing::Give),
]);

/// Where glibc's mutex has its words on a target.
pub struct Mutex {
    pub lock: u64,
    depth: u64,
    kind: u64,
}

const RECURSIVE: u64 = 1;
const CHECKED: u64 = 2;
/// What glibc, too, leaves of a mutex that is destroyed, until it is made again.
const DESTROYED: u64 = 0xffff_ffff;

/// What is said of who takes it or gives it back then.
const USED: &str = "uses a lock that was destroyed";

fn mutex(call: &Call<'_>, at: u64) -> Mutex {
    let kind = if call.pointer_bytes() == 8 { 16 } else { 12 };
    Mutex { lock: at, depth: at.wrapping_add(4), kind: at.wrapping_add(kind) }
}

fn mutex_bytes(call: &Call<'_>) -> u64 {
    if call.pointer_bytes() == 8 { 40 } else { 24 }
}

fn mutex_init(call: &mut Call<'_>) -> ModelResult {
    let attributes = call.arg_u64(1)?;
    let kind = if attributes == 0 { 0 } else { call.load(attributes, 4)? };
    init(call, kind)
}

fn mtx_init(call: &mut Call<'_>) -> ModelResult {
    // glibc takes any other number for a plain one.
    let kind = match call.arg_u64(1)? {
        1 | 3 => RECURSIVE,
        _ => 0,
    };
    init(call, kind)
}

fn init(call: &mut Call<'_>, kind: u64) -> ModelResult {
    clear(call, mutex_bytes(call))?;
    let at = call.arg_u64(0)?;
    let mutex = mutex(call, at);
    call.store(mutex.kind, 4, kind)?;
    call.library::<LibC>().threads.destroyed.remove(&at);
    Ok(Flow::int(0))
}

fn destroy(call: &mut Call<'_>) -> ModelResult {
    let at = call.arg_u64(0)?;
    let mutex = mutex(call, at);
    assume_known(call, &mutex, 0)?;
    not_destroyed(call, &mutex, "destroys a lock that was destroyed before")?;
    let (owner, me) = (call.load(mutex.lock, 4)?, me(call));
    // C11 does not say that a mutex which is destroyed must not be held.
    if owner != 0 && !(call.name == "mtx_destroy" && owner == me) {
        destroy_held(call, "pthread_mutex_destroy", at)?;
    }
    // What is gone is not held any more.
    release(call, at);
    call.store(mutex.kind, 4, DESTROYED)?;
    let place = call.program_site;
    call.library::<LibC>().threads.destroyed.insert(at, place);
    Ok(Flow::int(0))
}

/// Takes a mutex of unknown contents for one in the state that the program expects, or the threads that hold it.
fn assume_known(call: &mut Call<'_>, mutex: &Mutex, lock: u64) -> Result<(), Stop> {
    if let Value::Term(term) = call.load_value(mutex.lock, 4)?
        && depends_on_unknown(call.pool, term)
    {
        let holder = holder_of(call, mutex.lock);
        let lock = holder.map_or(lock, |holder| u64::from(holder.number()) + 1);
        let bytes = mutex_bytes(call);
        call.memory().fill(mutex.lock, bytes, Value::ZERO)?;
        call.store(mutex.lock, 4, lock)?;
    }
    Ok(())
}

/// Sees to it that a mutex is not one that was destroyed; it is as good as new then.
fn not_destroyed(call: &mut Call<'_>, mutex: &Mutex, detail: &str) -> Result<(), Stop> {
    let kind = call.load_value(mutex.kind, 4)?;
    if kind.as_u64() != Some(DESTROYED) {
        return Ok(());
    }
    let destroyed = call.library::<LibC>().threads.destroyed.get(&mutex.lock).copied();
    call.store(mutex.kind, 4, 0)?;
    // The words of a mutex that was never initialised may be the same by chance.
    let Some(place) = destroyed else { return Ok(()) };
    let detail = detail.to_owned();
    let (function, label) = (call.name.to_owned(), "the lock is destroyed here");
    call.fault(Fault::LockMisuse { function, detail, place, label })
}

fn lock(call: &mut Call<'_>, patience: Patience) -> ModelResult {
    let at = call.arg_u64(0)?;
    lock_at(call, at, patience)
}

/// Takes the mutex at an address, or says what comes of trying.
pub fn lock_at(call: &mut Call<'_>, at: u64, patience: Patience) -> ModelResult {
    let mutex = mutex(call, at);
    assume_known(call, &mutex, 0)?;
    not_destroyed(call, &mutex, USED)?;
    let (depth, kind) = (call.load(mutex.depth, 4)?, call.load(mutex.kind, 4)? & 3);
    let owner = call.load(mutex.lock, 4)?;
    if owner == me(call) && kind == RECURSIVE {
        call.store(mutex.depth, 4, depth + 1)?;
        return Ok(code(call, 0));
    }
    if owner == me(call) && patience != Patience::None {
        if kind == CHECKED {
            return Ok(code(call, EDEADLK));
        }
        if patience == Patience::Endless {
            // Another thread might give it back, which is its fault then.
            if call.state.is_parallel() && !call.state.take_timed_out() {
                return Ok(Flow::Wait(Wait { what: WaitFor::Object(at), timed: true }));
            }
            return Err(twice(call, at));
        }
    }
    if owner != 0 {
        // Only who has to wait looks at the time.
        let index = if call.name == "pthread_mutex_clocklock" { 2 } else { 1 };
        if patience == Patience::Some && !has_valid_time(call, index)? {
            return Ok(code(call, EINVAL));
        }
        return wait_or(call, patience, at, EBUSY);
    }
    let me = me(call);
    call.store(mutex.lock, 4, me)?;
    call.store(mutex.depth, 4, if kind == RECURSIVE { 1 } else { depth })?;
    hold(call, at, false, patience);
    Ok(code(call, 0))
}

fn unlock(call: &mut Call<'_>) -> ModelResult {
    let at = call.arg_u64(0)?;
    unlock_at(call, at)
}

pub fn unlock_at(call: &mut Call<'_>, at: u64) -> ModelResult {
    let mutex = mutex(call, at);
    let me = me(call);
    assume_known(call, &mutex, me)?;
    not_destroyed(call, &mutex, USED)?;
    let kind = call.load(mutex.kind, 4)? & 3;
    let owner = call.load(mutex.lock, 4)?;
    if owner != me {
        if kind != 0 && kind != 3 {
            return Ok(code(call, EPERM));
        }
        if !release_of_others(call, at)? {
            return Ok(code(call, 0));
        }
    }
    let depth = call.load(mutex.depth, 4)?;
    if kind == RECURSIVE {
        call.store(mutex.depth, 4, depth.saturating_sub(1))?;
        if depth > 1 {
            return Ok(code(call, 0));
        }
    }
    call.store(mutex.lock, 4, 0)?;
    release(call, at);
    Ok(code(call, 0))
}
