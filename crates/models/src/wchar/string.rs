//! Strings and arrays of wide characters: the `wcs` and `wmem` functions.
//!
//! They work character after character, as those for `char` do byte after byte.

use crate::spec::{Facts, Table, exact, reads, writes};
use crate::stdlib::alloc;
use crate::text::{copy_run, fill_run};
use margay_engine::{Call, Fault, Flow, ModelResult, Stop, Value};

pub const MODELS: Table = Facts::QUIET.of_all(&[
    exact("wcslen", wcslen).typed("lp").signal_safe().touches(&[reads(0)]),
    exact("wcsnlen", wcsnlen).typed("lpl").signal_safe().touches(&[reads(0).counted_by(&[1])]),
    exact("wcscpy", wcscpy)
        .typed("ppp")
        .signal_safe()
        .touches(&[reads(1), writes(0)])
        .moves(1, "copies it"),
    exact("wcpcpy", wcpcpy).typed("ppp").signal_safe().touches(&[reads(1), writes(0)]),
    exact("wcsncpy", wcsncpy)
        .typed("pppl")
        .signal_safe()
        .touches(&[reads(1).counted_by(&[2]), writes(0).counted_by(&[2])]),
    exact("wcpncpy", wcpncpy)
        .typed("pppl")
        .signal_safe()
        .touches(&[reads(1).counted_by(&[2]), writes(0).counted_by(&[2])]),
    exact("wcscat", wcscat)
        .typed("ppp")
        .signal_safe()
        .touches(&[reads(1), reads(0)])
        .moves(1, "appends it"),
    exact("wcsncat", wcsncat)
        .typed("pppl")
        .signal_safe()
        .touches(&[reads(1).counted_by(&[2]), reads(0)]),
    exact("wcscmp", |call| compare(call, End::Zero, false))
        .typed("ipp")
        .signal_safe()
        .touches(&[reads(0), reads(1)]),
    exact("wcsncmp", |call| compare(call, End::ZeroOrLimit, false))
        .typed("ippl")
        .signal_safe()
        .touches(&[reads(0).counted_by(&[2]), reads(1).counted_by(&[2])]),
    exact("wcscoll", |call| compare(call, End::Zero, false))
        .typed("ipp")
        .touches(&[reads(0), reads(1)]),
    exact("wcscasecmp", |call| compare(call, End::Zero, true))
        .typed("ipp")
        .touches(&[reads(0), reads(1)]),
    exact("wcsncasecmp", |call| compare(call, End::ZeroOrLimit, true))
        .typed("ippl")
        .touches(&[reads(0).counted_by(&[2]), reads(1).counted_by(&[2])]),
    exact("wmemcmp", |call| compare(call, End::Limit, false))
        .typed("ippl")
        .signal_safe()
        .touches(&[reads(0).counted_by(&[2])]),
    exact("wcsxfrm", wcsxfrm).typed("lppl"),
    exact("wcschr", wcschr).typed("ppi").signal_safe().touches(&[reads(0)]),
    exact("wcschrnul", wcschrnul).typed("ppi"),
    exact("wcsrchr", wcsrchr).typed("ppi").signal_safe().touches(&[reads(0)]),
    exact("wcsstr", wcsstr).typed("ppp").signal_safe().touches(&[reads(0), reads(1)]),
    exact("wcswcs", wcsstr).typed("ppp"),
    exact("wcsspn", |call| span_of(call, true)).typed("lpp").signal_safe().touches(&[reads(0)]),
    exact("wcscspn", |call| span_of(call, false)).typed("lpp").signal_safe().touches(&[reads(0)]),
    exact("wcspbrk", wcspbrk).typed("ppp").signal_safe().touches(&[reads(0)]),
    exact("wcstok", wcstok).typed("pppp").signal_safe(),
    exact("wcsdup", wcsdup).typed("pp").touches(&[reads(0)]),
    exact("wmemcpy", wmemcpy).typed("pppl").signal_safe(),
    exact("wmempcpy", wmempcpy).typed("pppl"),
    exact("wmemmove", wmemmove).typed("pppl").signal_safe(),
    exact("wmemset", wmemset).typed("ppil").signal_safe(),
    exact("wmemchr", wmemchr).typed("ppil").signal_safe().touches(&[reads(0).counted_by(&[2])]),
    exact("wcwidth", wcwidth).typed("ii"),
    exact("wcswidth", wcswidth).typed("ipl"),
    exact("__wmemcpy_chk", wmemcpy).typed("pppll"),
    exact("__wmemmove_chk", wmemmove).typed("pppll"),
    exact("__wmemset_chk", wmemset).typed("ppill"),
    exact("__wcscpy_chk", wcscpy).typed("pppl"),
    exact("__wcsncpy_chk", wcsncpy).typed("pppll"),
    exact("__wcscat_chk", wcscat).typed("pppl"),
    exact("__wcsncat_chk", wcsncat).typed("pppll"),
]);

/// Bytes of a `wchar_t`.
pub const UNIT: u64 = 4;

fn at(base: u64, index: u64) -> u64 {
    base.wrapping_add(index.wrapping_mul(UNIT))
}

fn character(call: &mut Call<'_>, base: u64, index: u64) -> Result<Value, Stop> {
    call.load_value(at(base, index), 4)
}

/// Whether two wide characters are equal.
fn same(call: &mut Call<'_>, a: Value, b: Value) -> Result<bool, Stop> {
    match (a, b) {
        (a, Value::Int(known)) => call.equals(a, known, 32),
        (Value::Int(known), b) => call.equals(b, known, 32),
        (Value::Term(a), Value::Term(b)) => {
            let equal = call.pool.eq(a, b);
            call.decide(equal)
        }
        (a, b) => {
            let b = call.concrete(b, 32)?;
            call.equals(a, b, 32)
        }
    }
}

/// Length of a wide string, at most `limit`.
pub fn length(call: &mut Call<'_>, text: u64, limit: u64) -> Result<u64, Stop> {
    let mut len = 0;
    while len < limit {
        let c = character(call, text, len)?;
        if call.equals(c, 0, 32)? {
            break;
        }
        len += 1;
    }
    Ok(len)
}

/// A wide string with its characters known.
pub fn wide_string(call: &mut Call<'_>, text: u64) -> Result<Vec<u32>, Stop> {
    let len = length(call, text, u64::MAX)?;
    (0..len).map(|index| Ok(call.load_i32(at(text, index))?.cast_unsigned())).collect()
}

fn wcslen(call: &mut Call<'_>) -> ModelResult {
    let text = call.arg_u64(0)?;
    Ok(Flow::address(length(call, text, u64::MAX)?))
}

fn wcsnlen(call: &mut Call<'_>) -> ModelResult {
    let (text, limit) = (call.arg_u64(0)?, call.arg_u64(1)?);
    Ok(Flow::address(length(call, text, limit)?))
}

/// Copies a string with its terminator; returns its length.
fn copy_string(call: &mut Call<'_>, to: u64, from: u64) -> Result<u64, Stop> {
    let len = length(call, from, u64::MAX)?;
    if crate::text::overlap(to, (len + 1) * UNIT, from, (len + 1) * UNIT) {
        call.fault(Fault::OverlappingCopy)?;
    }
    copy_run(call, to, from, (len + 1) * UNIT)?;
    Ok(len)
}

fn wcscpy(call: &mut Call<'_>) -> ModelResult {
    let (to, from) = (call.arg_u64(0)?, call.arg_u64(1)?);
    copy_string(call, to, from)?;
    Ok(Flow::address(to))
}

fn wcpcpy(call: &mut Call<'_>) -> ModelResult {
    let (to, from) = (call.arg_u64(0)?, call.arg_u64(1)?);
    let len = copy_string(call, to, from)?;
    Ok(Flow::address(at(to, len)))
}

fn copy_padded(call: &mut Call<'_>) -> Result<u64, Stop> {
    let (to, from, size) = (call.arg_u64(0)?, call.arg_u64(1)?, call.arg_u64(2)?);
    let len = length(call, from, size)?;
    copy_run(call, to, from, len * UNIT)?;
    fill_run(call, at(to, len), (size - len).saturating_mul(UNIT), Value::ZERO)?;
    Ok(len)
}

fn wcsncpy(call: &mut Call<'_>) -> ModelResult {
    copy_padded(call)?;
    Ok(Flow::address(call.arg_u64(0)?))
}

fn wcpncpy(call: &mut Call<'_>) -> ModelResult {
    let len = copy_padded(call)?;
    Ok(Flow::address(at(call.arg_u64(0)?, len)))
}

fn wcscat(call: &mut Call<'_>) -> ModelResult {
    let (to, from) = (call.arg_u64(0)?, call.arg_u64(1)?);
    let len = length(call, to, u64::MAX)?;
    copy_string(call, at(to, len), from)?;
    Ok(Flow::address(to))
}

fn wcsncat(call: &mut Call<'_>) -> ModelResult {
    let (to, from, limit) = (call.arg_u64(0)?, call.arg_u64(1)?, call.arg_u64(2)?);
    let before = length(call, to, u64::MAX)?;
    let len = length(call, from, limit)?;
    copy_run(call, at(to, before), from, len * UNIT)?;
    fill_run(call, at(to, before + len), UNIT, Value::ZERO)?;
    Ok(Flow::address(to))
}

/// Where a comparison ends if no difference comes first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Zero,
    ZeroOrLimit,
    Limit,
}

/// glibc orders wide characters as the signed numbers that they are; ignoring case
/// gives their difference, else the result is -1, 0 or 1.
fn compare(call: &mut Call<'_>, end: End, fold: bool) -> ModelResult {
    let (a, b) = (call.arg_u64(0)?, call.arg_u64(1)?);
    let limit = if end == End::Zero { u64::MAX } else { call.arg_u64(2)? };
    for index in 0..limit {
        let (x, y) = (character(call, a, index)?, character(call, b, index)?);
        if fold || !same(call, x, y)? {
            let (x, y) = (call.concrete(x, 32)?, call.concrete(y, 32)?);
            let lower = |c: u64| if fold && (65..=90).contains(&c) { c + 32 } else { c };
            let (x, y) = (lower(x), lower(y));
            if x != y {
                let (x, y) = (margay_engine::signed(x, 32), margay_engine::signed(y, 32));
                let order = if fold { x - y } else { (x - y).signum() };
                return Ok(Value::Int(order.cast_unsigned() & 0xffff_ffff).into());
            }
        }
        if end != End::Limit && call.equals(x, 0, 32)? {
            break;
        }
    }
    Ok(Flow::int(0))
}

fn wcsxfrm(call: &mut Call<'_>) -> ModelResult {
    let (to, from, size) = (call.arg_u64(0)?, call.arg_u64(1)?, call.arg_u64(2)?);
    let len = length(call, from, u64::MAX)?;
    copy_run(call, to, from, size.min(len + 1) * UNIT)?;
    Ok(Flow::address(len))
}

/// Index of the first `wanted`, or of the terminator before it.
fn find_or_end(call: &mut Call<'_>, text: u64, wanted: Value) -> Result<(u64, bool), Stop> {
    let mut index = 0;
    loop {
        let c = character(call, text, index)?;
        if same(call, c, wanted)? {
            return Ok((index, true));
        }
        if call.equals(c, 0, 32)? {
            return Ok((index, false));
        }
        index += 1;
    }
}

fn wcschr(call: &mut Call<'_>) -> ModelResult {
    let (text, wanted) = (call.arg_u64(0)?, call.arg(1));
    let (index, hit) = find_or_end(call, text, wanted)?;
    Ok(Flow::address(if hit { at(text, index) } else { 0 }))
}

fn wcschrnul(call: &mut Call<'_>) -> ModelResult {
    let (text, wanted) = (call.arg_u64(0)?, call.arg(1));
    let (index, _) = find_or_end(call, text, wanted)?;
    Ok(Flow::address(at(text, index)))
}

fn wcsrchr(call: &mut Call<'_>) -> ModelResult {
    let (text, wanted) = (call.arg_u64(0)?, call.arg(1));
    for index in (0..=length(call, text, u64::MAX)?).rev() {
        let c = character(call, text, index)?;
        if same(call, c, wanted)? {
            return Ok(Flow::address(at(text, index)));
        }
    }
    Ok(Flow::address(0))
}

fn wcsstr(call: &mut Call<'_>) -> ModelResult {
    let (text, wanted) = (call.arg_u64(0)?, call.arg_u64(1)?);
    let (text_chars, wanted) = (wide_string(call, text)?, wide_string(call, wanted)?);
    if wanted.is_empty() {
        return Ok(Flow::address(text));
    }
    let found = text_chars.windows(wanted.len()).position(|window| window == wanted);
    Ok(Flow::address(found.map_or(0, |index| at(text, index as u64))))
}

/// Length of the prefix whose characters are all in `set`, or all not in it.
fn span(call: &mut Call<'_>, text: u64, set: &[u32], inside: bool) -> Result<u64, Stop> {
    let mut index = 0;
    loop {
        let c = call.load_i32(at(text, index))?.cast_unsigned();
        if c == 0 || set.contains(&c) != inside {
            return Ok(index);
        }
        index += 1;
    }
}

fn span_of(call: &mut Call<'_>, inside: bool) -> ModelResult {
    let (text, set) = (call.arg_u64(0)?, call.arg_u64(1)?);
    let set = wide_string(call, set)?;
    Ok(Flow::address(span(call, text, &set, inside)?))
}

fn wcspbrk(call: &mut Call<'_>) -> ModelResult {
    let (text, set) = (call.arg_u64(0)?, call.arg_u64(1)?);
    let set = wide_string(call, set)?;
    let index = span(call, text, &set, false)?;
    let end = call.load(at(text, index), 4)? == 0;
    Ok(Flow::address(if end { 0 } else { at(text, index) }))
}

fn wcstok(call: &mut Call<'_>) -> ModelResult {
    let (text, set, place) = (call.arg_u64(0)?, call.arg_u64(1)?, call.arg_u64(2)?);
    let text = if text == 0 { call.load_pointer(place)? } else { text };
    if text == 0 {
        return Ok(Flow::address(0));
    }
    let set = wide_string(call, set)?;
    let start = at(text, span(call, text, &set, true)?);
    if call.load(start, 4)? == 0 {
        call.store_pointer(place, 0)?;
        return Ok(Flow::address(0));
    }
    let end = at(start, span(call, start, &set, false)?);
    if call.load(end, 4)? == 0 {
        call.store_pointer(place, 0)?;
    } else {
        call.store(end, 4, 0)?;
        call.store_pointer(place, at(end, 1))?;
    }
    Ok(Flow::address(start))
}

fn wcsdup(call: &mut Call<'_>) -> ModelResult {
    let from = call.arg_u64(0)?;
    let size = (length(call, from, u64::MAX)? + 1) * UNIT;
    let to = alloc::allocate(call, size, 16)?;
    if to != 0 {
        call.state.memory.copy(call.pool, to, from, size)?;
    }
    Ok(Flow::address(to))
}

fn wmemcpy(call: &mut Call<'_>) -> ModelResult {
    let (to, from, len) = (call.arg_u64(0)?, call.arg_u64(1)?, call.arg_u64(2)?);
    let len = len.saturating_mul(UNIT);
    if to != from && crate::text::overlap(to, len, from, len) {
        call.fault(Fault::OverlappingCopy)?;
    }
    call.state.memory.copy(call.pool, to, from, len)?;
    Ok(Flow::address(to))
}

fn wmempcpy(call: &mut Call<'_>) -> ModelResult {
    wmemcpy(call)?;
    Ok(Flow::address(at(call.arg_u64(0)?, call.arg_u64(2)?)))
}

fn wmemmove(call: &mut Call<'_>) -> ModelResult {
    let (to, from, len) = (call.arg_u64(0)?, call.arg_u64(1)?, call.arg_u64(2)?);
    call.state.memory.copy(call.pool, to, from, len.saturating_mul(UNIT))?;
    Ok(Flow::address(to))
}

fn wmemset(call: &mut Call<'_>) -> ModelResult {
    let (to, c, len) = (call.arg_u64(0)?, call.arg(1), call.arg_u64(2)?);
    for index in 0..len {
        call.store_value(at(to, index), 4, c)?;
    }
    Ok(Flow::address(to))
}

fn wmemchr(call: &mut Call<'_>) -> ModelResult {
    let (text, wanted, len) = (call.arg_u64(0)?, call.arg(1), call.arg_u64(2)?);
    for index in 0..len {
        let c = character(call, text, index)?;
        if same(call, c, wanted)? {
            return Ok(Flow::address(at(text, index)));
        }
    }
    Ok(Flow::address(0))
}

/// Columns of a character in the locale "C": only ASCII can be printed.
fn width(c: u32) -> i32 {
    match c {
        0 => 0,
        0x20..=0x7e => 1,
        _ => -1,
    }
}

fn wcwidth(call: &mut Call<'_>) -> ModelResult {
    Ok(Flow::int(width(call.arg_u32(0)?)))
}

fn wcswidth(call: &mut Call<'_>) -> ModelResult {
    let (text, limit) = (call.arg_u64(0)?, call.arg_u64(1)?);
    let mut sum = 0;
    for index in 0..length(call, text, limit)? {
        match width(call.load_i32(at(text, index))?.cast_unsigned()) {
            -1 => return Ok(Flow::int(-1)),
            columns => sum += columns,
        }
    }
    Ok(Flow::int(sum))
}
