//! Functions of `string.h` that write strings: copying, appending, duplicating.
//!
//! They work byte after byte, as their definition has it: a source without a terminator, or a target without room,
//! faults at the first byte after its object.

use crate::spec::{Facts, Table, UnknownText, exact, reads, writes};
use crate::stdlib::alloc;
use crate::text::{arg_byte, copy_run, fill_run, find, length, length_within, overlap, readable};
use margay_engine::{Call, Fault, Flow, ModelResult, Stop, Value};

pub const MODELS: Table = Facts::QUIET.of_all(&[
    exact("strcpy", strcpy)
        .typed("ppp")
        .signal_safe()
        .touches(&[reads(1), writes(0)])
        .moves(1, "copies it")
        .unknown_text(UnknownText::Written),
    exact("stpcpy", stpcpy)
        .typed("ppp")
        .signal_safe()
        .touches(&[reads(1), writes(0)])
        .moves(1, "copies it")
        .unknown_text(UnknownText::Written),
    exact("__stpcpy", stpcpy).typed("ppp"),
    exact("strncpy", strncpy)
        .typed("pppl")
        .signal_safe()
        .touches(&[reads(1).counted_by(&[2]), writes(0).counted_by(&[2])])
        .moves(1, "copies it"),
    exact("stpncpy", stpncpy)
        .typed("pppl")
        .signal_safe()
        .touches(&[reads(1).counted_by(&[2]), writes(0).counted_by(&[2])]),
    exact("__stpncpy", stpncpy).typed("pppl"),
    exact("strcat", strcat)
        .typed("ppp")
        .signal_safe()
        .touches(&[reads(1), reads(0)])
        .moves(1, "appends it")
        .unknown_text(UnknownText::Written),
    exact("strncat", strncat)
        .typed("pppl")
        .signal_safe()
        .touches(&[reads(1).counted_by(&[2]), reads(0)])
        .moves(1, "appends it")
        .unknown_text(UnknownText::Written),
    exact("strlcpy", strlcpy)
        .typed("lppl")
        .signal_safe()
        .touches(&[reads(1), writes(0).counted_by(&[2])])
        .unknown_text(UnknownText::Written),
    exact("strlcat", strlcat)
        .typed("lppl")
        .signal_safe()
        .touches(&[reads(1), reads(0).counted_by(&[2])])
        .unknown_text(UnknownText::Written),
    exact("strxfrm", strxfrm).typed("lppl"),
    exact("memccpy", memccpy).typed("pppil").signal_safe(),
    exact("strdup", strdup).typed("pp").only_reads().touches(&[reads(0)]).moves(0, "copies it"),
    exact("__strdup", strdup).typed("pp"),
    exact("strndup", strndup)
        .typed("ppl")
        .only_reads()
        .touches(&[reads(0).counted_by(&[1])])
        .moves(0, "copies it"),
    exact("__strndup", strndup).typed("ppl"),
    exact("swab", swab).typed("vppl"),
    exact("__strcpy_chk", |call| {
        fortify_string(call, "strcpy", 2, 0)?;
        strcpy(call)
    })
    .typed("pppl"),
    exact("__stpcpy_chk", |call| {
        fortify_string(call, "stpcpy", 2, 0)?;
        stpcpy(call)
    })
    .typed("pppl"),
    exact("__strncpy_chk", |call| {
        fortify_size(call, "strncpy", 2, 3)?;
        strncpy(call)
    })
    .typed("pppll"),
    exact("__stpncpy_chk", |call| {
        fortify_size(call, "stpncpy", 2, 3)?;
        stpncpy(call)
    })
    .typed("pppll"),
    exact("__strcat_chk", |call| {
        let to = call.arg_u64(0)?;
        let before = length(call, to)?;
        fortify_string(call, "strcat", 2, before)?;
        strcat(call)
    })
    .typed("pppl"),
    exact("__strncat_chk", |call| {
        let (to, from, limit) = (call.arg_u64(0)?, call.arg_u64(1)?, call.arg_u64(2)?);
        let len = length(call, to)? + length_within(call, from, limit)? + 1;
        let room = call.arg_u64(3)?;
        fortify(call, "strncat", len, room)?;
        strncat(call)
    })
    .typed("pppll"),
    exact("__strlcpy_chk", |call| {
        fortify_size(call, "strlcpy", 2, 3)?;
        strlcpy(call)
    })
    .typed("lppll"),
    exact("__strlcat_chk", |call| {
        fortify_size(call, "strlcat", 2, 3)?;
        strlcat(call)
    })
    .typed("lppll"),
]);

/// The fortified functions know how large their target is: what does not fit there
/// ends the program, even if it stays within the object.
pub fn fortify(
    call: &mut Call<'_>,
    function: &'static str,
    len: u64,
    room: u64,
) -> Result<(), Stop> {
    if len <= room {
        return Ok(());
    }
    let detail = format!("writes {len} bytes into a buffer of {room}");
    call.fault(Fault::LibraryMisuse { function, detail })
}

/// The same, with the length and the size of the target as arguments.
pub fn fortify_size(
    call: &mut Call<'_>,
    function: &'static str,
    len: usize,
    room: usize,
) -> Result<(), Stop> {
    let (len, room) = (call.arg_u64(len)?, call.arg_u64(room)?);
    fortify(call, function, len, room)
}

/// The same for the string that is the second argument, after `before` bytes.
fn fortify_string(
    call: &mut Call<'_>,
    function: &'static str,
    room: usize,
    before: u64,
) -> Result<(), Stop> {
    let (from, room) = (call.arg_u64(1)?, call.arg_u64(room)?);
    let len = length(call, from)?;
    fortify(call, function, before + len + 1, room)
}

/// Copies a string with its terminator; returns its length.
fn copy_string(call: &mut Call<'_>, to: u64, from: u64) -> Result<u64, Stop> {
    let len = match length(call, from) {
        Ok(len) => len,
        Err(Stop::Fault(fault)) => {
            // No terminator: the target may end before the source does.
            let len = readable(&call.state.memory, from);
            copy_run(call, to, from, len)?;
            return Err(fault.into());
        }
        Err(stop) => return Err(stop),
    };
    if overlap(to, len + 1, from, len + 1) {
        call.fault(Fault::OverlappingCopy)?;
    }
    copy_run(call, to, from, len + 1)?;
    Ok(len)
}

fn strcpy(call: &mut Call<'_>) -> ModelResult {
    let (to, from) = (call.arg_u64(0)?, call.arg_u64(1)?);
    copy_string(call, to, from)?;
    Ok(Flow::address(to))
}

fn stpcpy(call: &mut Call<'_>) -> ModelResult {
    let (to, from) = (call.arg_u64(0)?, call.arg_u64(1)?);
    let len = copy_string(call, to, from)?;
    Ok(Flow::address(to.wrapping_add(len)))
}

/// Copies at most `size` bytes and fills up with zeros; returns the length copied.
fn copy_padded(call: &mut Call<'_>) -> Result<u64, Stop> {
    let (to, from, size) = (call.arg_u64(0)?, call.arg_u64(1)?, call.arg_u64(2)?);
    let len = length_within(call, from, size)?;
    if overlap(to, size, from, size.min(len + 1)) {
        call.fault(Fault::OverlappingCopy)?;
    }
    copy_run(call, to, from, len)?;
    fill_run(call, to.wrapping_add(len), size - len, Value::ZERO)?;
    Ok(len)
}

fn strncpy(call: &mut Call<'_>) -> ModelResult {
    copy_padded(call)?;
    Ok(Flow::address(call.arg_u64(0)?))
}

fn stpncpy(call: &mut Call<'_>) -> ModelResult {
    let len = copy_padded(call)?;
    Ok(Flow::address(call.arg_u64(0)?.wrapping_add(len)))
}

fn strcat(call: &mut Call<'_>) -> ModelResult {
    let (to, from) = (call.arg_u64(0)?, call.arg_u64(1)?);
    let len = length(call, to)?;
    copy_string(call, to.wrapping_add(len), from)?;
    Ok(Flow::address(to))
}

fn strncat(call: &mut Call<'_>) -> ModelResult {
    let (to, from, limit) = (call.arg_u64(0)?, call.arg_u64(1)?, call.arg_u64(2)?);
    let before = length(call, to)?;
    let len = length_within(call, from, limit)?;
    let end = to.wrapping_add(before);
    if overlap(end, len + 1, from, len) {
        call.fault(Fault::OverlappingCopy)?;
    }
    copy_run(call, end, from, len)?;
    fill_run(call, end.wrapping_add(len), 1, Value::ZERO)?;
    Ok(Flow::address(to))
}

fn strlcpy(call: &mut Call<'_>) -> ModelResult {
    let (to, from, size) = (call.arg_u64(0)?, call.arg_u64(1)?, call.arg_u64(2)?);
    let len = length(call, from)?;
    if size > 0 {
        let copied = len.min(size - 1);
        copy_run(call, to, from, copied)?;
        fill_run(call, to.wrapping_add(copied), 1, Value::ZERO)?;
    }
    Ok(Flow::address(len))
}

fn strlcat(call: &mut Call<'_>) -> ModelResult {
    let (to, from, size) = (call.arg_u64(0)?, call.arg_u64(1)?, call.arg_u64(2)?);
    let before = length_within(call, to, size)?;
    let len = length(call, from)?;
    if before < size {
        let copied = len.min(size - before - 1);
        let end = to.wrapping_add(before);
        copy_run(call, end, from, copied)?;
        fill_run(call, end.wrapping_add(copied), 1, Value::ZERO)?;
    }
    Ok(Flow::address(before + len))
}

/// In the locale "C" a string is its own key.
fn strxfrm(call: &mut Call<'_>) -> ModelResult {
    let (to, from, size) = (call.arg_u64(0)?, call.arg_u64(1)?, call.arg_u64(2)?);
    let len = length(call, from)?;
    copy_run(call, to, from, size.min(len + 1))?;
    Ok(Flow::address(len))
}

fn memccpy(call: &mut Call<'_>) -> ModelResult {
    let (to, from, size) = (call.arg_u64(0)?, call.arg_u64(1)?, call.arg_u64(3)?);
    let byte = arg_byte(call, 2)?;
    match find(call, from, size, byte)? {
        Some(index) => {
            copy_run(call, to, from, index + 1)?;
            Ok(Flow::address(to.wrapping_add(index + 1)))
        }
        None => {
            copy_run(call, to, from, size)?;
            Ok(Flow::address(0))
        }
    }
}

fn strdup(call: &mut Call<'_>) -> ModelResult {
    let from = call.arg_u64(0)?;
    let len = length(call, from)?;
    duplicate(call, from, len)
}

fn strndup(call: &mut Call<'_>) -> ModelResult {
    let (from, limit) = (call.arg_u64(0)?, call.arg_u64(1)?);
    let len = length_within(call, from, limit)?;
    duplicate(call, from, len)
}

fn duplicate(call: &mut Call<'_>, from: u64, len: u64) -> ModelResult {
    let to = alloc::allocate(call, len + 1, 16)?;
    if to != 0 {
        call.state.memory.copy(call.pool, to, from, len)?;
        call.store(to + len, 1, 0)?;
    }
    Ok(Flow::address(to))
}

fn swab(call: &mut Call<'_>) -> ModelResult {
    let (from, to) = (call.arg_u64(0)?, call.arg_u64(1)?);
    let len = crate::text::arg_signed(call, 2)?;
    let pairs = u64::try_from(len).unwrap_or(0) / 2;
    let bytes: Result<Vec<Value>, _> = (0..2 * pairs)
        .map(|index| call.state.memory.byte(call.pool, from.wrapping_add(index)))
        .collect();
    for (index, pair) in bytes?.chunks_exact(2).enumerate() {
        let at = to.wrapping_add(2 * index as u64);
        call.memory().set_byte(at, pair[1])?;
        call.memory().set_byte(at.wrapping_add(1), pair[0])?;
    }
    Ok(Flow::void())
}

/// Copies what is known to be a whole string of the library into the program's buffer
/// of `size` bytes, cut to fit.
pub fn copy_cut(call: &mut Call<'_>, to: u64, size: u64, text: &[u8]) -> Result<(), Stop> {
    if size == 0 {
        return Ok(());
    }
    let room = usize::try_from(size - 1).unwrap_or(usize::MAX);
    let mut bytes = text[..text.len().min(room)].to_vec();
    bytes.push(0);
    crate::text::write_run(call, to, &bytes)
}
