//! How threads begin and end, and what they are called.

use super::attributes::DETACH_STATE;
use super::{code, nothing, void};
use crate::LibC;
use crate::errno::{EDEADLK, EINVAL, ERANGE, ESRCH};
use crate::spec::{Table, exact, exact_for, one_of_many, uninterrupted};
use margay_engine::{
    Call, Fault, Flow, ModelResult, Stop, Then, ThreadCall, ThreadId, Value, Wait, WaitFor,
};

pub const MODELS: Table = Table::of(&[
    one_of_many("pthread_create", create).typed("ipppp").calls_thread(ThreadCall::Makes),
    one_of_many("thrd_create", create_c11).typed("ippp").calls_thread(ThreadCall::Makes),
    exact("pthread_join", |call| join(call, Wanted::Pointer))
        .typed("ilp")
        .calls_thread(ThreadCall::Joins),
    exact("pthread_tryjoin_np", |call| join(call, Wanted::Try)).typed("ilp"),
    one_of_many("pthread_timedjoin_np", |call| join(call, Wanted::Pointer)).typed("ilpp"),
    exact("thrd_join", |call| join(call, Wanted::Int)).typed("ilp").calls_thread(ThreadCall::Joins),
    exact("pthread_detach", detach).typed("il"),
    exact("thrd_detach", detach).typed("il"),
    exact("pthread_self", own_handle).typed("l").signal_safe(),
    exact("thrd_current", own_handle).typed("l"),
    exact("pthread_equal", equal).typed("ill"),
    exact("thrd_equal", equal).typed("ill"),
    exact("thrd_exit", end).typed("vi"),
    exact("pthread_once", once).typed("ipp").synchronises(),
    exact("call_once", once).typed("vpp").synchronises(),
    exact("pthread_yield", nothing).typed("i").gives_way(),
    exact("thrd_yield", void).typed("v").gives_way(),
    exact_for("thrd_sleep", uninterrupted, |call| {
        let valid = super::has_valid_time(call, 0)?;
        Ok(Flow::int(if valid { 0 } else { THRD_SLEEP_FAILED }))
    })
    .typed("ipp")
    .gives_way(),
    exact_for("pthread_setcancelstate", stays, cancel_state).typed("iip"),
    exact_for("pthread_setcanceltype", stays, cancel_state).typed("iip"),
    exact("pthread_testcancel", void).typed("v"),
    exact("pthread_atfork", nothing).typed("ippp"),
    exact("pthread_setname_np", set_name).typed("ilp"),
    exact("pthread_setconcurrency", |call| {
        Ok(Flow::int(if call.arg_i32(0)? < 0 { EINVAL } else { 0 }))
    })
    .typed("ii"),
    one_of_many("pthread_setschedparam", nothing).typed("ilip"),
    one_of_many("pthread_setaffinity_np", nothing).typed("illp"),
]);

/// Where handles of threads begin: at no object, and not at null.
const HANDLES: u64 = 0x7e00_0000;
const HANDLE_STEP: u64 = 0x100;

fn handle(thread: ThreadId) -> u64 {
    HANDLES + u64::from(thread.number()) * HANDLE_STEP
}

pub fn thread_of(handle: u64) -> Option<ThreadId> {
    let offset = handle.checked_sub(HANDLES).filter(|offset| offset % HANDLE_STEP == 0)?;
    u32::try_from(offset / HANDLE_STEP).ok().map(ThreadId::from_number)
}

/// A handle is a number to some programs, and that may be any.
fn own_handle(call: &mut Call<'_>) -> ModelResult {
    call.has_one_answer();
    Ok(Flow::address(handle(call.state.thread())))
}

fn create(call: &mut Call<'_>) -> ModelResult {
    let (place, attributes) = (call.arg_u64(0)?, call.arg_u64(1)?);
    let (function, argument) = (call.arg_u64(2)?, call.arg(3));
    let thread = call.state.next_thread();
    // That there is no room for one more is not tried.
    call.has_one_answer();
    let word = call.pointer_bytes();
    call.store(place, word, handle(thread))?;
    let detached = attributes != 0 && call.load(attributes.wrapping_add(DETACH_STATE), 4)? == 1;
    Ok(Flow::Spawn { function, args: vec![argument], detached, returns: vec![Value::ZERO] })
}

fn create_c11(call: &mut Call<'_>) -> ModelResult {
    let (place, function, argument) = (call.arg_u64(0)?, call.arg_u64(1)?, call.arg(2));
    let thread = call.state.next_thread();
    call.has_one_answer();
    let word = call.pointer_bytes();
    call.store(place, word, handle(thread))?;
    let returns = vec![Value::ZERO];
    Ok(Flow::Spawn { function, args: vec![argument], detached: false, returns })
}

/// What is wanted of a thread that ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Pointer,
    Int,
    /// A pointer, if it has ended.
    Try,
}

fn join(call: &mut Call<'_>, wanted: Wanted) -> ModelResult {
    use crate::errno::EBUSY;
    let (id, place) = (call.arg_u64(0)?, call.arg_u64(1)?);
    let Some(thread) = thread_of(id).filter(|thread| call.state.is_joinable(*thread)) else {
        return bad_thread(call, "waits for a thread that is none, or not any more");
    };
    if thread == call.state.thread() {
        return Ok(code(call, EDEADLK));
    }
    let Some(result) = call.state.thread_result(thread) else {
        return Ok(match wanted {
            Wanted::Try => Flow::int(EBUSY),
            _ => Flow::Wait(Wait { what: WaitFor::Thread(thread), timed: false }),
        });
    };
    call.state.join_thread(thread);
    if place != 0 {
        let len = if wanted == Wanted::Int { 4 } else { call.pointer_bytes() };
        call.store_value(place, len, result)?;
    }
    Ok(Flow::int(0))
}

fn detach(call: &mut Call<'_>) -> ModelResult {
    let id = call.arg_u64(0)?;
    match thread_of(id).filter(|thread| call.state.is_joinable(*thread)) {
        Some(thread) => {
            call.state.detach_thread(thread);
            Ok(Flow::int(0))
        }
        None if thread_of(id).is_some() => Ok(code(call, EINVAL)),
        None => bad_thread(call, "detaches a thread that is none"),
    }
}

/// Something is done to what is no thread: the behaviour is undefined.
fn bad_thread(call: &mut Call<'_>, what: &str) -> ModelResult {
    if call.has_unknown_callers() || call.state.has_unknown_code() {
        return Ok(code(call, ESRCH));
    }
    let function = if call.name.ends_with("join") { "pthread_join" } else { "pthread_detach" };
    Err(Stop::Fault(Fault::LibraryMisuse { function, detail: what.to_owned() }))
}

fn equal(call: &mut Call<'_>) -> ModelResult {
    Ok(Flow::int(i32::from(call.arg_u64(0)? == call.arg_u64(1)?)))
}

fn end(call: &mut Call<'_>) -> ModelResult {
    Ok(Flow::EndThread(call.arg(0)))
}

fn once(call: &mut Call<'_>) -> ModelResult {
    const NEVER: u64 = 0;
    const DONE: u64 = 2;
    let (control, function) = (call.arg_u64(0)?, call.arg_u64(1)?);
    // While the function runs, the number of the thread that runs it, beyond the others.
    let mine = u64::from(call.state.thread().number()) + DONE + 1;
    match call.load(control, 4)? {
        NEVER => {
            call.store(control, 4, mine)?;
            let depth = call.state.frames.len();
            call.library::<LibC>().threads.begun_once.insert(control, depth);
            return Ok(Flow::Invoke { function, args: Vec::new(), then: Then::AskAgain });
        }
        DONE => call.state.hear_through(control),
        running if running == mine && !is_within(call, control) => {
            call.store(control, 4, DONE)?;
            call.state.say_through(control);
            call.state.wake(WaitFor::Object(control));
        }
        _ => return Ok(Flow::Wait(Wait { what: WaitFor::Object(control), timed: false })),
    }
    Ok(if call.name == "call_once" { Flow::void() } else { Flow::int(0) })
}

/// Whether the running thread is in what it does once, and asks for it again.
fn is_within(call: &mut Call<'_>, control: u64) -> bool {
    let begun = call.library::<LibC>().threads.begun_once.get(&control).copied();
    begun.is_some_and(|depth| call.state.frames.len() > depth)
}

/// What `thrd_sleep` answers to a time that is none.
const THRD_SLEEP_FAILED: i32 = -2;

/// A name of a thread has fewer bytes than this.
const NAME_BYTES: u64 = 16;

fn set_name(call: &mut Call<'_>) -> ModelResult {
    let name = call.arg_u64(1)?;
    let len = crate::text::length(call, name)?;
    Ok(Flow::int(if len >= NAME_BYTES { ERANGE } else { 0 }))
}

/// Whether cancellation stays as it is at the start.
fn stays(call: &mut Call<'_>) -> Result<bool, Stop> {
    Ok(call.arg_i32(0)? != 1)
}

/// Cancellation is enabled, and stays so.
fn cancel_state(call: &mut Call<'_>) -> ModelResult {
    if !(0..=1).contains(&call.arg_i32(0)?) {
        return Ok(Flow::int(EINVAL));
    }
    let old = call.arg_u64(1)?;
    if old != 0 {
        call.store(old, 4, 0)?;
    }
    Ok(Flow::int(0))
}

/// The running thread has returned from its function: the locks that it still holds are noted.
pub fn note_held(call: &mut Call<'_>) {
    let thread = call.state.thread();
    for (lock, place) in call.library::<LibC>().threads.held_by(thread) {
        if call.state.memory.object(lock).is_some_and(|object| object.alive) {
            call.note_from(Fault::UnreleasedLock { locked: place.span }, &place);
        }
    }
}
