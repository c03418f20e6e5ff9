//! Clocks that never go back, and counters that only grow: an answer is not less than the last one.
//!
//! The wall clock is none of these: it can be set back. Neither is the peak of memory, which the system lets others
//! reset.
//!
//! Invariant: what is remembered of a clock is a reading that the program was given on this path.

use super::ahead;
use crate::{Facts, LibC, calls, has_any};
use margay_engine::{Call, Stop, Value, terms};
use margay_smt::Bv;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The last readings.
#[derive(Clone, Default, PartialEq)]
pub struct Clocks {
    last: Rc<BTreeMap<Clock, Value>>,
}

/// What is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Clock {
    /// A clock of `clock_gettime`, in nanoseconds.
    Numbered(i32),
    /// `clock`, in microseconds.
    Processor,
    /// `times`: what it returns, then the members that it fills.
    Ticks(usize),
    /// A member of what `getrusage` fills, of the process, its children or the thread.
    Usage(i32, usize),
    /// The resolution of a clock, which does not change at all.
    Resolution(i32),
}

const MONOTONIC: i32 = 1;
const OF_PROCESS: i32 = 2;
const OF_THREAD: i32 = 3;
const MONOTONIC_RAW: i32 = 4;
const MONOTONIC_COARSE: i32 = 6;
const BOOT: i32 = 7;
const THREAD_USAGE: i32 = 1;

impl Clock {
    /// The clock of `clock_gettime` with a number, if it never goes back.
    pub fn numbered(number: i32) -> Option<Clock> {
        let forward = [MONOTONIC, OF_PROCESS, OF_THREAD, MONOTONIC_RAW, MONOTONIC_COARSE, BOOT];
        forward.contains(&number).then_some(Clock::Numbered(number))
    }

    /// The resolution of the clock with a number, if that is none which is made while the program runs: another device or
    /// process may have it later.
    pub fn resolution(number: i32) -> Option<Clock> {
        const LAST: i32 = 11;
        (0..=LAST).contains(&number).then_some(Clock::Resolution(number))
    }

    /// Whether a child process has a clock of its own, which starts anew.
    fn is_of_process(self) -> bool {
        match self {
            Clock::Numbered(number) => number == OF_PROCESS || number == OF_THREAD,
            Clock::Processor | Clock::Usage(..) => true,
            Clock::Ticks(member) => member > 0,
            Clock::Resolution(_) => false,
        }
    }

    /// Whether each thread has one of its own.
    fn is_of_thread(self) -> bool {
        matches!(self, Clock::Numbered(OF_THREAD) | Clock::Usage(THREAD_USAGE, _))
    }
}

impl Clocks {
    /// Calls `visit` with each value of the program that is kept here.
    pub fn for_each_value(&self, visit: &mut dyn FnMut(&Value)) {
        self.last.values().for_each(visit);
    }
}

/// A clock that was just read is not before what it was.
pub fn reads(call: &mut Call<'_>, clock: Clock, now: Bv) -> Result<(), Stop> {
    let starts_anew = clock.is_of_process() && calls(call.program, Facts::BECOMES_ANOTHER);
    if starts_anew
        || (clock.is_of_thread() && has_any(call.program, &["pthread_create", "thrd_create"]))
    {
        return Ok(());
    }
    let last = call.library::<LibC>().outside.clocks.last.get(&clock).copied();
    if let Some(last) = last {
        let last = terms::term(call.pool, last, call.pool.width(now));
        let forward = match clock {
            Clock::Resolution(_) => call.pool.eq(last, now),
            _ => call.pool.bv_ule(last, now),
        };
        call.given(forward)?;
    }
    if !ahead::calls(call, ahead::What::Clocks) {
        // Others that the same call reads are still to be compared.
        if last.is_some() {
            Rc::make_mut(&mut call.library::<LibC>().outside.clocks.last).remove(&clock);
        }
        return Ok(());
    }
    let now = terms::as_known(call.pool, now);
    Rc::make_mut(&mut call.library::<LibC>().outside.clocks.last).insert(clock, now);
    Ok(())
}

/// Bits of the part of a second in a moment.
pub const PART_BITS: u32 = 30;
const SECOND_BITS: u32 = 64 - PART_BITS;

/// Seconds and a part of one as one number of 64 bits, which is larger for what is later. Seconds that are too many count
/// as the most that there is room for.
pub fn moment(call: &mut Call<'_>, seconds: Bv, part: Bv) -> Bv {
    let width = call.pool.width(seconds);
    let seconds = match width > SECOND_BITS {
        true => {
            let most = call.pool.bv_u64(width, margay_engine::mask(SECOND_BITS));
            let too_many = call.pool.bv_ult(most, seconds);
            let seconds = call.pool.ite(too_many, most, seconds);
            call.pool.bv_trunc(seconds, SECOND_BITS)
        }
        false => call.pool.bv_zext(seconds, SECOND_BITS),
    };
    let part = call.pool.bv_extract(PART_BITS - 1, 0, part);
    call.pool.bv_concat(seconds, part)
}

/// The program may be a new process from here on: its own clocks start anew.
pub fn forks(call: &mut Call<'_>) {
    let clocks = &mut call.library::<LibC>().outside.clocks;
    if clocks.last.keys().any(|clock| clock.is_of_process()) {
        Rc::make_mut(&mut clocks.last).retain(|clock, _| !clock.is_of_process());
    }
}
