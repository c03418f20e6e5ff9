//! The timer of the process that counts real time, which `alarm` and `setitimer` set: not more is left of it than it was
//! set to.
//!
//! What it is when the program starts is for the outside to say: a timer goes on when another program is executed.
//!
//! Invariant: no more time is left than is remembered here, or nothing is remembered.

use super::{clocks, outcomes};
use crate::{Facts, LibC, calls, has_any};
use margay_engine::{Call, Stop, Value, terms};
use margay_smt::{Bool, Bv};

/// What is known of the timer.
#[derive(Clone, Default, PartialEq)]
pub struct Timer {
    /// The time that is left at most, as [`clocks::moment`] has it.
    left: Option<Value>,
    /// Seconds and microseconds of the interval that it is set to again after it has run out.
    interval: Option<(Value, Value)>,
}

impl Timer {
    /// Calls `visit` with each value of the program that is kept here.
    pub fn for_each_value(&self, visit: &mut dyn FnMut(&Value)) {
        self.left.iter().for_each(&mut *visit);
        self.interval.iter().flat_map(|(seconds, part)| [seconds, part]).for_each(visit);
    }
}

const MICROS: u64 = 1_000_000;
const REAL: i32 = 0;

/// Whether no function of the program sets the timer otherwise, or may go on as another process.
fn is_followed(call: &Call<'_>) -> bool {
    !calls(call.program, Facts::BECOMES_ANOTHER) && !has_any(call.program, &["ualarm"])
}

fn timer<'c>(call: &'c mut Call<'_>) -> &'c mut Timer {
    &mut call.library::<LibC>().outside.timer
}

/// `alarm` says how many seconds were left, rounded, and sets the timer to as many as it is given.
pub fn alarm(call: &mut Call<'_>, said: Bv) -> Result<(), Stop> {
    if let Some(most) = timer(call).left {
        // Part of a second counts as one.
        let most = terms::term(call.pool, most, 64);
        let seconds = call.pool.bv_extract(63, clocks::PART_BITS, most);
        let part = call.pool.bv_extract(clocks::PART_BITS - 1, 0, most);
        let bits = call.pool.width(seconds);
        let (zero, one) = (call.pool.bv_u64(bits, 0), call.pool.bv_u64(bits, 1));
        let none = call.pool.bv_u64(clocks::PART_BITS, 0);
        let whole = call.pool.eq(part, none);
        let more = call.pool.ite(whole, zero, one);
        let most = call.pool.bv_add(seconds, more);
        let said = call.pool.bv_zext(said, bits);
        let fine = call.pool.bv_ule(said, most);
        call.given(fine)?;
    }
    let given = terms::term(call.pool, call.arg(0), 32);
    let none = call.pool.bv_u64(clocks::PART_BITS, 0);
    let left = clocks::moment(call, given, none);
    let (left, zero) = (terms::as_known(call.pool, left), Value::Int(0));
    if is_followed(call) {
        *timer(call) = Timer { left: Some(left), interval: Some((zero, zero)) };
    }
    Ok(())
}

/// What `getitimer` and `setitimer` say of a timer: interval and time that is left, each in seconds and microseconds.
pub fn told(call: &mut Call<'_>, parts: &[Bv]) -> Result<(), Stop> {
    let &[again, again_part, seconds, part] = parts else { return Ok(()) };
    if outcomes::known(call, 0) != Some(REAL) {
        return Ok(());
    }
    let Timer { left, interval } = timer(call).clone();
    if let Some((known, known_part)) = interval {
        for (told, known) in [(again, known), (again_part, known_part)] {
            let known = terms::term(call.pool, known, call.pool.width(told));
            let same = call.pool.eq(told, known);
            call.given(same)?;
        }
    }
    if let Some(left) = left {
        let now = clocks::moment(call, seconds, part);
        let left = terms::term(call.pool, left, 64);
        let fine = call.pool.bv_ule(now, left);
        call.given(fine)?;
    }
    Ok(())
}

/// The most that a timer is set to, in seconds and microseconds: the system counts nanoseconds in 63 bits, and takes what
/// is more for this.
const MOST: (u64, u64) = (9_223_372_036, 854_775);
/// Bits of those seconds.
const SECONDS_BITS: u32 = 34;

/// Two times that a timer may have: interval and time that is left, each in seconds and microseconds.
pub fn times(call: &mut Call<'_>, word: u32) -> Result<Vec<Bv>, Stop> {
    let mut parts = Vec::new();
    for _ in 0..2 {
        let bits = SECONDS_BITS.min(word - 1);
        let seconds = call.input_symbol(call.name, bits);
        let seconds = call.pool.bv_zext(seconds, word);
        let part = call.input_symbol(call.name, clocks::PART_BITS);
        let part = call.pool.bv_zext(part, word);
        let micros = call.pool.bv_u64(word, MICROS);
        let is_part = call.pool.bv_ult(part, micros);
        call.given(is_part)?;
        if bits == SECONDS_BITS {
            let is_more = exceeds(call, seconds, part);
            let fine = call.pool.not(is_more);
            call.given(fine)?;
        }
        parts.extend([seconds, part]);
    }
    Ok(parts)
}

/// Whether a time, in words of 64 bits, is more than a timer is set to.
fn exceeds(call: &mut Call<'_>, seconds: Bv, part: Bv) -> Bool {
    let (most, most_part) = (call.pool.bv_u64(64, MOST.0), call.pool.bv_u64(64, MOST.1));
    let (more, same) = (call.pool.bv_ult(most, seconds), call.pool.eq(seconds, most));
    let more_part = call.pool.bv_ult(most_part, part);
    let same = call.pool.and(same, more_part);
    call.pool.or(more, same)
}

/// What the system makes of a time that a timer is set to.
fn as_set(call: &mut Call<'_>, seconds: Bv, part: Bv) -> (Bv, Bv) {
    if call.pool.width(seconds) < 64 {
        return (seconds, part);
    }
    let (most, most_part) = (call.pool.bv_u64(64, MOST.0), call.pool.bv_u64(64, MOST.1));
    let is_most = call.pool.bv_ule(most, seconds);
    (call.pool.ite(is_most, most, seconds), call.pool.ite(is_most, most_part, part))
}

/// What the second argument of `setitimer` points to: interval and time that is left, each in seconds and microseconds.
/// Nothing for a null pointer, which stops the timer.
fn given(call: &mut Call<'_>) -> Result<Option<[Bv; 4]>, Stop> {
    let from = call.arg_u64(1)?;
    if from == 0 {
        return Ok(None);
    }
    let word = call.pointer_bytes();
    let zero = call.pool.bv_u64(word * 8, 0);
    let mut values = [zero; 4];
    for (index, place) in (0..).zip(&mut values) {
        let value = call.load_value(from + index * u64::from(word), word)?;
        *place = terms::term(call.pool, value, word * 8);
    }
    Ok(Some(values))
}

/// Whether the times that `setitimer` is given are times.
pub fn is_valid(call: &mut Call<'_>) -> Result<bool, Stop> {
    let Some(times) = given(call)? else { return Ok(true) };
    let mut valid = call.pool.bool_const(true);
    for time in times.chunks(2) {
        let bits = call.pool.width(time[0]);
        let (zero, micros) = (call.pool.bv_u64(bits, 0), call.pool.bv_u64(bits, MICROS));
        let (seconds, part) = (call.pool.bv_sle(zero, time[0]), call.pool.bv_ult(time[1], micros));
        valid = call.pool.and(valid, seconds);
        valid = call.pool.and(valid, part);
    }
    call.decide(valid)
}

/// `setitimer` sets a timer to what it is given.
pub fn set(call: &mut Call<'_>) -> Result<(), Stop> {
    if matches!(outcomes::known(call, 0), Some(1..=2)) {
        return Ok(());
    }
    *timer(call) = Timer::default();
    let is_real = outcomes::known(call, 0) == Some(REAL);
    // What there was has been written by now, and may lie over what was given.
    let is_apart = call.arg(1) != call.arg(2);
    let Some(values) = given(call)?.filter(|_| is_real && is_apart && is_followed(call)) else {
        return Ok(());
    };
    let [again, again_part, seconds, part] = values;
    let (again, again_part) = as_set(call, again, again_part);
    let (seconds, part) = as_set(call, seconds, part);
    let left = clocks::moment(call, seconds, part);
    // A timer that starts again has no more left than the larger of the two.
    let interval = clocks::moment(call, again, again_part);
    let (more, zero) = (call.pool.bv_ult(left, interval), call.pool.bv_u64(64, 0));
    let is_off = call.pool.eq(left, zero);
    let most = call.pool.ite(more, interval, left);
    let left = call.pool.ite(is_off, left, most);
    // Linux drops the interval of a timer that is off.
    let none = call.pool.bv_u64(call.pool.width(again), 0);
    let again = call.pool.ite(is_off, none, again);
    let again_part = call.pool.ite(is_off, none, again_part);
    let known = |call: &Call<'_>, term| terms::as_known(call.pool, term);
    let interval = Some((known(call, again), known(call, again_part)));
    *timer(call) = Timer { left: Some(known(call, left)), interval };
    Ok(())
}

/// The program is a new process from here on, whose timer is off, where `child` is 0; else it is the old one.
pub fn forks(call: &mut Call<'_>, child: Bv) {
    let zero = call.pool.bv_u64(32, 0);
    let is_child = call.pool.eq(child, zero);
    let word = call.pointer_bytes() * 8;
    let unless_child = |call: &mut Call<'_>, value: Value, bits: u32| {
        let (value, zero) = (terms::term(call.pool, value, bits), call.pool.bv_u64(bits, 0));
        let value = call.pool.ite(is_child, zero, value);
        terms::as_known(call.pool, value)
    };
    let Timer { left, interval } = timer(call).clone();
    let left = left.map(|left| unless_child(call, left, 64));
    let interval = interval
        .map(|(seconds, part)| (unless_child(call, seconds, word), unless_child(call, part, word)));
    *timer(call) = Timer { left, interval };
}
