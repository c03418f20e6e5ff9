//! `signal.h`: handlers, masks, and signals that the program sends to itself.
//!
//! No signal comes from outside. One that the program raises runs its handler in
//! place of the call that raised it; one that is blocked waits until it is let in.

use crate::LibC;
use crate::errno::{EINTR, EINVAL, EPIPE, ESRCH};
use crate::spec::{Facts, Table, Waits, exact, exact_for, one_of_many, unmodelled};
use crate::string::messages::signal_text;
use crate::text::{new_object, string};
use margay_engine::{Call, Errno, Flow, Handler, ModelResult, Stop, Then, Value};
use std::collections::BTreeMap;
use std::rc::Rc;

pub const MODELS: Table = Table::of(&[
    one_of_many("signal", |call| signal(call, 0))
        .typed("pip")
        .starts_others()
        .signal_safe()
        .with(Facts::IGNORES_CHILDREN),
    one_of_many("bsd_signal", |call| signal(call, 0))
        .typed("pip")
        .starts_others()
        .signal_safe()
        .with(Facts::IGNORES_CHILDREN),
    one_of_many("ssignal", |call| signal(call, 0))
        .typed("pip")
        .starts_others()
        .signal_safe()
        .with(Facts::IGNORES_CHILDREN),
    one_of_many("sysv_signal", |call| signal(call, RESET_HANDLER))
        .typed("pip")
        .starts_others()
        .signal_safe()
        .with(Facts::IGNORES_CHILDREN),
    one_of_many("__sysv_signal", |call| signal(call, RESET_HANDLER)).typed("pip").starts_others(),
    one_of_many("sigaction", sigaction)
        .typed("iipp")
        .starts_others()
        .signal_safe()
        .with(Facts::IGNORES_CHILDREN),
    one_of_many("__sigaction", sigaction).typed("iipp").starts_others(),
    exact("raise", raise).typed("ii").signal_safe(),
    exact("gsignal", raise).typed("ii").signal_safe(),
    one_of_many("kill", |call| send(call, 0)).typed("iii").waits(Waits::Always).signal_safe(),
    one_of_many("killpg", |call| send(call, 0)).typed("iii").waits(Waits::Always).signal_safe(),
    one_of_many("pthread_kill", raise_second).typed("ili").waits(Waits::Always).signal_safe(),
    exact("sigemptyset", |call| set_all(call, 0)).typed("ip").signal_safe(),
    exact("sigfillset", |call| set_all(call, u64::MAX)).typed("ip").signal_safe(),
    exact("sigaddset", |call| set_one(call, true)).typed("ipi").signal_safe(),
    exact("sigdelset", |call| set_one(call, false)).typed("ipi").signal_safe(),
    exact("sigismember", sigismember).typed("ipi").signal_safe(),
    exact("sigisemptyset", |call| {
        let set = call.arg_u64(0)?;
        Ok(Flow::int(i32::from(call.load(set, 8)? == 0)))
    })
    .typed("ip")
    .signal_safe(),
    exact("sigandset", |call| combine(call, |a, b| a & b)).typed("ippp").signal_safe(),
    exact("sigorset", |call| combine(call, |a, b| a | b)).typed("ippp").signal_safe(),
    exact_for("sigprocmask", does_not_tell, |call| sigprocmask(call, true))
        .typed("iipp")
        .signal_safe(),
    exact_for("pthread_sigmask", does_not_tell, |call| sigprocmask(call, false))
        .typed("iipp")
        .signal_safe(),
    one_of_many("sigpending", sigpending).typed("ip").signal_safe(),
    one_of_many("sigsuspend", sigsuspend).typed("ip").waits(Waits::Always).signal_safe(),
    one_of_many("pause", interrupted).typed("i").waits(Waits::Always).signal_safe(),
    exact("siginterrupt", |call| match is_signal(call.arg_i32(0)?) {
        true => Ok(Flow::int(0)),
        false => invalid(call),
    })
    .typed("iii")
    .signal_safe(),
    one_of_many("sigaltstack", sigaltstack).typed("ipp").signal_safe(),
    one_of_many("alarm", |call| no_timer(call, "alarm")).typed("ii").starts_others().signal_safe(),
    one_of_many("ualarm", |call| no_timer(call, "ualarm"))
        .typed("iii")
        .starts_others()
        .signal_safe(),
    one_of_many("setitimer", |call| no_timer(call, "setitimer"))
        .typed("iipp")
        .starts_others()
        .signal_safe(),
    one_of_many("getitimer", |_| Ok(Flow::int(0))).typed("iip").signal_safe(),
    exact("psignal", psignal).typed("vip"),
    exact("__libc_current_sigrtmin", |_| Ok(Flow::int(34))).typed("i"),
    exact("__libc_current_sigrtmax", |_| Ok(Flow::int(64))).typed("i"),
    // Without models.
    unmodelled("sigpause").typed("ii").signal_safe(),
    unmodelled("sigqueue").signal_safe(),
    unmodelled("sigset").typed("pip").starts_others().signal_safe().with(Facts::IGNORES_CHILDREN),
]);

const SIG_DFL: u64 = 0;
const SIG_IGN: u64 = 1;
const SIG_HOLD: u64 = 2;
const SET_MASK: i32 = 2;
const SIGABRT: i32 = 6;
const SIGKILL: i32 = 9;
const SIGPIPE: i32 = 13;
const SIGSTOP: i32 = 19;

/// Bits of `sa_flags`.
const WITH_INFO: u32 = 4;
const RESET_HANDLER: u32 = 0x8000_0000;

/// Bytes of a `sigset_t`, and of a `siginfo_t`.
const SET_BYTES: u64 = 128;
const INFO_BYTES: usize = 128;

/// What the program does with signals.
#[derive(Clone, Default, PartialEq)]
pub struct Signals {
    actions: Rc<BTreeMap<i32, Action>>,
    /// A bit for each signal, the lowest for signal 1.
    blocked: u64,
    pending: u64,
    /// The program has set the whole mask, so that nothing of it is inherited.
    is_mask_own: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Action {
    handler: u64,
    flags: u32,
    mask: u64,
}

impl Signals {
    /// The functions of the program that signals call.
    pub fn handlers(&self) -> Vec<Handler> {
        let own = self.actions.iter().filter(|(_, action)| action.handler > SIG_HOLD);
        own.map(|(signal, action)| Handler {
            signal: *signal,
            function: action.handler,
            takes_info: action.flags & WITH_INFO != 0,
            blocked: self.blocked & bit(*signal) != 0,
        })
        .collect()
    }
}

fn bit(signal: i32) -> u64 {
    u32::try_from(signal - 1).ok().and_then(|shift| 1u64.checked_shl(shift)).unwrap_or(0)
}

fn is_signal(signal: i32) -> bool {
    (1..=64).contains(&signal)
}

fn invalid(call: &mut Call<'_>) -> ModelResult {
    call.set_errno(EINVAL)?;
    Ok(Flow::int(-1))
}

fn action_of(call: &mut Call<'_>, signal: i32) -> Action {
    call.library::<LibC>().signals.actions.get(&signal).copied().unwrap_or_default()
}

fn set_action(call: &mut Call<'_>, signal: i32, action: Action) {
    Rc::make_mut(&mut call.library::<LibC>().signals.actions).insert(signal, action);
}

fn signal(call: &mut Call<'_>, flags: u32) -> ModelResult {
    let (signal, handler) = (call.arg_i32(0)?, call.arg_u64(1)?);
    if !is_signal(signal) || matches!(signal, SIGKILL | SIGSTOP) {
        call.set_errno(EINVAL)?;
        return Ok(call.word(-1).into());
    }
    let old = action_of(call, signal);
    set_action(call, signal, Action { handler, flags, mask: 0 });
    Ok(Flow::address(old.handler))
}

/// Offsets in `struct sigaction`: the mask follows the handler, the flags the mask.
fn sigaction(call: &mut Call<'_>) -> ModelResult {
    let (signal, new, old) = (call.arg_i32(0)?, call.arg_u64(1)?, call.arg_u64(2)?);
    if !is_signal(signal) || new != 0 && matches!(signal, SIGKILL | SIGSTOP) {
        return invalid(call);
    }
    let word = u64::from(call.pointer_bytes());
    let before = action_of(call, signal);
    if new != 0 {
        let handler = call.load_pointer(new)?;
        let mask = call.load(new.wrapping_add(word), 8)?;
        let flags = call.load_i32(new.wrapping_add(word + SET_BYTES))?.cast_unsigned();
        set_action(call, signal, Action { handler, flags, mask });
    }
    if old != 0 {
        call.store_pointer(old, before.handler)?;
        let set = old.wrapping_add(word);
        call.memory().fill(set, SET_BYTES, Value::ZERO)?;
        call.store(set, 8, before.mask)?;
        call.store(set.wrapping_add(SET_BYTES), 4, u64::from(before.flags))?;
    }
    Ok(Flow::int(0))
}

fn raise(call: &mut Call<'_>) -> ModelResult {
    match call.arg_i32(0)? {
        // No signal: it is only looked whether one could be sent.
        0 => Ok(Flow::int(0)),
        signal if is_signal(signal) => deliver(call, signal),
        _ => invalid(call),
    }
}

fn raise_second(call: &mut Call<'_>) -> ModelResult {
    match call.arg_i32(1)? {
        0 => Ok(Flow::int(0)),
        signal if is_signal(signal) => deliver(call, signal),
        _ => Ok(Flow::int(EINVAL)),
    }
}

/// `kill`: only the program itself is there to be reached.
fn send(call: &mut Call<'_>, process: usize) -> ModelResult {
    let (process, signal) = (call.arg_i32(process)?, call.arg_i32(process + 1)?);
    if !(0..=64).contains(&signal) {
        return invalid(call);
    }
    let own = call.world.process_id();
    if process != own && process != 0 && process != -own && process != -1 {
        call.set_errno(ESRCH)?;
        return Ok(Flow::int(-1));
    }
    if signal == 0 { Ok(Flow::int(0)) } else { deliver(call, signal) }
}

/// What happens when the program gets a signal; the call in progress returns 0 afterwards.
pub fn deliver(call: &mut Call<'_>, signal: i32) -> ModelResult {
    let blocked = call.library::<LibC>().signals.blocked & bit(signal) != 0;
    if blocked && !matches!(signal, SIGKILL | SIGSTOP) {
        call.library::<LibC>().signals.pending |= bit(signal);
        return Ok(Flow::int(0));
    }
    let action = action_of(call, signal);
    match action.handler {
        SIG_DFL => Ok(default_action(signal)),
        SIG_IGN => Ok(Flow::int(0)),
        function => {
            if action.flags & RESET_HANDLER != 0 {
                set_action(call, signal, Action::default());
            }
            let mut args = vec![Value::Int(u64::from(signal.cast_unsigned()))];
            if action.flags & WITH_INFO != 0 {
                let mut info = vec![0; INFO_BYTES];
                info[..4].copy_from_slice(&signal.to_le_bytes());
                args.push(Value::Int(new_object(call, &info)));
                args.push(Value::ZERO);
            }
            Ok(Flow::Invoke { function, args, then: Then::Return(vec![Value::ZERO]) })
        }
    }
}

/// Whether a signal ends or stops a process whatever that has made of it.
pub fn always_ends(signal: i32) -> bool {
    matches!(signal, SIGKILL | SIGSTOP)
}

/// Whether what a signal does was set by the program, and nothing of it is inherited.
pub fn is_set_by_program(call: &mut Call<'_>, signal: i32) -> bool {
    let signals = &call.library::<LibC>().signals;
    let is_own = signals.is_mask_own && signals.actions.contains_key(&signal);
    is_own || always_ends(signal)
}

/// `abort`: the signal cannot be blocked, and a handler that returns does not prevent the end.
pub fn abort(call: &mut Call<'_>) -> ModelResult {
    call.library::<LibC>().signals.blocked &= !bit(SIGABRT);
    Ok(match deliver(call, SIGABRT)? {
        Flow::Invoke { function, args, .. } => {
            Flow::Invoke { function, args, then: Then::Kill(SIGABRT) }
        }
        _ => Flow::Kill(SIGABRT),
    })
}

/// What a failed write means for signals: a write without a reader raises `SIGPIPE`, which ends the program unless it
/// expects it. The call fails with its error if this returns.
pub fn write_failed(call: &mut Call<'_>, error: Errno) -> Result<Option<Flow>, Stop> {
    if error.0 != EPIPE {
        return Ok(None);
    }
    match deliver(call, SIGPIPE)? {
        Flow::Kill(signal) => Err(Stop::Kill(signal)),
        flow @ Flow::Invoke { .. } => Ok(Some(flow)),
        _ => Ok(None),
    }
}

/// Signals without a handler end the program, but for a few.
fn default_action(signal: i32) -> Flow {
    const IGNORED: [i32; 4] = [17, 18, 23, 28];
    const STOPPING: [i32; 4] = [19, 20, 21, 22];
    if IGNORED.contains(&signal) || STOPPING.contains(&signal) {
        Flow::int(0)
    } else {
        Flow::Kill(signal)
    }
}

/// Signals that the C library keeps for itself are in no set.
const RESERVED: u64 = 0x1_8000_0000;

fn set_all(call: &mut Call<'_>, bits: u64) -> ModelResult {
    let set = call.arg_u64(0)?;
    let fill = if bits == 0 { 0 } else { 0xff };
    call.memory().fill(set, SET_BYTES, Value::Int(fill))?;
    if bits != 0 {
        call.store(set, 8, !RESERVED)?;
    }
    Ok(Flow::int(0))
}

fn set_one(call: &mut Call<'_>, member: bool) -> ModelResult {
    let (set, signal) = (call.arg_u64(0)?, call.arg_i32(1)?);
    if !is_signal(signal) {
        return invalid(call);
    }
    let bits = call.load(set, 8)?;
    call.store(set, 8, if member { bits | bit(signal) } else { bits & !bit(signal) })?;
    Ok(Flow::int(0))
}

fn sigismember(call: &mut Call<'_>) -> ModelResult {
    let (set, signal) = (call.arg_u64(0)?, call.arg_i32(1)?);
    if !is_signal(signal) {
        return invalid(call);
    }
    let bits = call.load(set, 8)?;
    Ok(Flow::int(i32::from(bits & bit(signal) != 0)))
}

fn combine(call: &mut Call<'_>, operation: fn(u64, u64) -> u64) -> ModelResult {
    let (to, a, b) = (call.arg_u64(0)?, call.arg_u64(1)?, call.arg_u64(2)?);
    let (a, b) = (call.load(a, 8)?, call.load(b, 8)?);
    call.memory().fill(to, SET_BYTES, Value::ZERO)?;
    call.store(to, 8, operation(a, b))?;
    Ok(Flow::int(0))
}

/// Whether the old mask is not asked for, or the program has set all of it: what it inherits may be any.
fn does_not_tell(call: &mut Call<'_>) -> Result<bool, Stop> {
    Ok(call.arg_u64(2)? == 0 || call.library::<LibC>().signals.is_mask_own)
}

fn sigprocmask(call: &mut Call<'_>, with_errno: bool) -> ModelResult {
    let (how, set, old) = (call.arg_i32(0)?, call.arg_u64(1)?, call.arg_u64(2)?);
    let before = call.library::<LibC>().signals.blocked;
    if set != 0 {
        let bits = call.load(set, 8)?;
        let after = match how {
            0 => before | bits,
            1 => before & !bits,
            SET_MASK => bits,
            _ if with_errno => return invalid(call),
            _ => return Ok(Flow::int(EINVAL)),
        };
        let signals = &mut call.library::<LibC>().signals;
        signals.blocked = after & !bit(SIGKILL) & !bit(SIGSTOP);
        signals.is_mask_own |= how == SET_MASK;
    }
    if old != 0 {
        call.memory().fill(old, SET_BYTES, Value::ZERO)?;
        call.store(old, 8, before)?;
    }
    release(call)
}

/// Delivers a signal that waited and is no longer blocked.
fn release(call: &mut Call<'_>) -> ModelResult {
    let signals = &mut call.library::<LibC>().signals;
    let free = signals.pending & !signals.blocked;
    if free == 0 {
        return Ok(Flow::int(0));
    }
    let lowest = free.trailing_zeros();
    signals.pending &= !(1 << lowest);
    deliver(call, i32::try_from(lowest).unwrap_or(0) + 1)
}

/// There is no other stack, and what is asked for is not followed.
fn sigaltstack(call: &mut Call<'_>) -> ModelResult {
    const DISABLED: u64 = 2;
    let (old, word) = (call.arg_u64(1)?, u64::from(call.pointer_bytes()));
    if old != 0 {
        call.memory().fill(old, 3 * word, Value::ZERO)?;
        call.store(old.wrapping_add(word), 4, DISABLED)?;
    }
    Ok(Flow::int(0))
}

fn sigpending(call: &mut Call<'_>) -> ModelResult {
    let set = call.arg_u64(0)?;
    let pending = call.library::<LibC>().signals.pending;
    call.memory().fill(set, SET_BYTES, Value::ZERO)?;
    call.store(set, 8, pending)?;
    Ok(Flow::int(0))
}

/// Lets signals in for one moment; returns -1 when one was handled.
fn sigsuspend(call: &mut Call<'_>) -> ModelResult {
    let set = call.arg_u64(0)?;
    let mask = call.load(set, 8)?;
    let before = std::mem::replace(&mut call.library::<LibC>().signals.blocked, mask);
    let flow = release(call);
    call.library::<LibC>().signals.blocked = before;
    call.set_errno(EINTR)?;
    Ok(match flow? {
        Flow::Invoke { function, args, .. } => {
            Flow::Invoke { function, args, then: Then::Fail(EINTR) }
        }
        Flow::Return(_) => Flow::int(-1),
        other => other,
    })
}

/// No signal comes from outside, so none comes when a timer runs out. To stop a timer is fine.
fn no_timer(call: &mut Call<'_>, name: &'static str) -> ModelResult {
    let stops = name != "setitimer" && call.arg_u32(0)? == 0;
    if !stops {
        crate::count_unsupported(call, name);
    }
    Ok(Flow::int(0))
}

/// A wait for a signal that cannot come ends at once, as if one had.
pub fn interrupted(call: &mut Call<'_>) -> ModelResult {
    crate::count_unsupported(call, "pause");
    call.set_errno(EINTR)?;
    Ok(Flow::int(-1))
}

fn psignal(call: &mut Call<'_>) -> ModelResult {
    let (signal, prefix) = (call.arg_i32(0)?, call.arg_u64(1)?);
    let mut line = if prefix == 0 { Vec::new() } else { string(call, prefix)? };
    if !line.is_empty() {
        line.extend(b": ");
    }
    line.extend(signal_text(signal).as_bytes());
    line.push(b'\n');
    crate::stderr::write(call, &line);
    Ok(Flow::void())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signals_have_bits_and_defaults() {
        assert_eq!(bit(1), 1);
        assert_eq!(bit(64), 1 << 63);
        assert_eq!(bit(0), 0);
        assert_eq!(default_action(11), Flow::Kill(11));
        assert_eq!(default_action(17), Flow::int(0));
    }
}
