//! What time it is.

use crate::spec::{Facts, Table, exact, one_of_many, unmodelled};
use crate::stdio::{Bad, settle_int, settle_word};
use margay_engine::{CLOCK_PROCESS_CPU, CLOCK_REALTIME, Call, Flow, ModelResult, Stop};

pub const MODELS: Table = Table::of(&[
    one_of_many("time", time).typed("lp").signal_safe(),
    one_of_many("gettimeofday", gettimeofday).typed("ipp").signal_safe(),
    one_of_many("clock", clock).typed("l").with(Facts::READS_CLOCKS),
    one_of_many("clock_gettime", clock_gettime)
        .typed("iip")
        .signal_safe()
        .with(Facts::READS_CLOCKS),
    one_of_many("clock_getres", clock_getres).typed("iip").signal_safe().with(Facts::READS_CLOCKS),
    one_of_many("clock_settime", not_permitted).typed("iip"),
    one_of_many("settimeofday", not_permitted).typed("ipp"),
    one_of_many("timespec_get", timespec_get).typed("ipi").signal_safe(),
    one_of_many("ftime", ftime).typed("ip"),
    exact("difftime", difftime).typed("dll"),
    // Without models.
    unmodelled("timer_create").typed("iipp").starts_others(),
    unmodelled("timer_getoverrun").signal_safe(),
    unmodelled("timer_gettime").typed("ipp").signal_safe(),
    unmodelled("timer_settime").typed("ipipp").starts_others().signal_safe(),
]);

fn now(call: &mut Call<'_>) -> (i64, i64) {
    call.world.clock(CLOCK_REALTIME).unwrap_or((0, 0))
}

/// Seconds and a fraction as two words.
fn store_pair(call: &mut Call<'_>, at: u64, seconds: i64, fraction: i64) -> Result<(), Stop> {
    let word = call.pointer_bytes();
    call.store(at, word, seconds.cast_unsigned())?;
    call.store(at + u64::from(word), word, fraction.cast_unsigned())
}

fn time(call: &mut Call<'_>) -> ModelResult {
    let to = call.arg_u64(0)?;
    let (seconds, _) = now(call);
    if to != 0 {
        call.store(to, call.pointer_bytes(), seconds.cast_unsigned())?;
    }
    settle_word(call, Ok(seconds))
}

fn gettimeofday(call: &mut Call<'_>) -> ModelResult {
    let (to, zone) = (call.arg_u64(0)?, call.arg_u64(1)?);
    let (seconds, nanoseconds) = now(call);
    if to != 0 {
        store_pair(call, to, seconds, nanoseconds / 1000)?;
    }
    if zone != 0 {
        call.store(zone, 8, 0)?;
    }
    Ok(Flow::int(0))
}

fn clock(call: &mut Call<'_>) -> ModelResult {
    let (seconds, nanoseconds) = call.world.clock(CLOCK_PROCESS_CPU).unwrap_or((0, 0));
    settle_word(call, Ok(seconds * 1_000_000 + nanoseconds / 1000))
}

fn clock_gettime(call: &mut Call<'_>) -> ModelResult {
    let (which, to) = (call.arg_i32(0)?, call.arg_u64(1)?);
    let result = call.world.clock(which).map_err(Bad::from).and_then(|(seconds, nanoseconds)| {
        store_pair(call, to, seconds, nanoseconds)?;
        Ok(0)
    });
    settle_int(call, result)
}

fn clock_getres(call: &mut Call<'_>) -> ModelResult {
    /// The clocks that the kernel reads with the last tick.
    const COARSE: std::ops::RangeInclusive<i32> = 5..=6;
    let (which, to) = (call.arg_i32(0)?, call.arg_u64(1)?);
    let result = call.world.clock(which).map_err(Bad::from).and_then(|_| {
        if to != 0 {
            store_pair(call, to, 0, if COARSE.contains(&which) { 4_000_000 } else { 1 })?;
        }
        Ok(0)
    });
    settle_int(call, result)
}

fn not_permitted(call: &mut Call<'_>) -> ModelResult {
    settle_int(call, Err(Bad::Errno(crate::errno::EPERM)))
}

fn timespec_get(call: &mut Call<'_>) -> ModelResult {
    const TIME_UTC: i32 = 1;
    let (to, base) = (call.arg_u64(0)?, call.arg_i32(1)?);
    if base != TIME_UTC {
        return Ok(Flow::int(0));
    }
    let (seconds, nanoseconds) = now(call);
    store_pair(call, to, seconds, nanoseconds)?;
    Ok(Flow::int(base))
}

fn ftime(call: &mut Call<'_>) -> ModelResult {
    let to = call.arg_u64(0)?;
    let word = call.pointer_bytes();
    let (seconds, nanoseconds) = now(call);
    call.store(to, word, seconds.cast_unsigned())?;
    let rest = to + u64::from(word);
    call.store(rest, 2, (nanoseconds / 1_000_000).cast_unsigned())?;
    call.store(rest + 2, 4, 0)?;
    Ok(Flow::int(0))
}

/// The difference is exact, then rounded once.
fn difftime(call: &mut Call<'_>) -> ModelResult {
    let (end, start) = (crate::text::arg_signed(call, 0)?, crate::text::arg_signed(call, 1)?);
    let difference = i128::from(end) - i128::from(start);
    Ok(Flow::double(difference as f64))
}
