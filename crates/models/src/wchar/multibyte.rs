//! Conversion between bytes and wide characters in the locale "C": ASCII is itself,
//! everything else is an error. No conversion has a state.

use super::string::UNIT;
use crate::errno::EILSEQ;
use crate::spec::{Facts, Table, exact};
use margay_engine::{Call, Flow, ModelResult, Stop, Value};

pub const MODELS: Table = Facts::QUIET.of_all(&[
    exact("btowc", btowc).typed("ii"),
    exact("wctob", wctob).typed("ii"),
    exact("mblen", mblen).typed("ipl"),
    exact("mbtowc", mbtowc).typed("ippl"),
    exact("wctomb", wctomb).typed("ipi"),
    exact("mbstowcs", mbstowcs).typed("lppl"),
    exact("__mbstowcs_chk", mbstowcs).typed("lppll"),
    exact("wcstombs", wcstombs).typed("lppl"),
    exact("__wcstombs_chk", wcstombs).typed("lppll"),
    exact("mbrlen", mbrlen).typed("lplp"),
    exact("__mbrlen", mbrlen).typed("lplp"),
    exact("mbrtowc", mbrtowc).typed("lpplp"),
    exact("wcrtomb", wcrtomb).typed("lpip"),
    exact("__wcrtomb_chk", wcrtomb).typed("lpipl"),
    exact("mbrtoc32", mbrtowc).typed("lpplp"),
    exact("c32rtomb", wcrtomb).typed("lpip"),
    exact("mbrtoc16", mbrtoc16).typed("lpplp"),
    exact("c16rtomb", wcrtomb).typed("lphp"),
    exact("mbsrtowcs", |call| mbsrtowcs(call, None)).typed("lpplp"),
    exact("mbsnrtowcs", |call| mbsrtowcs(call, Some(2))).typed("lppllp"),
    exact("wcsrtombs", |call| wcsrtombs(call, None)).typed("lpplp"),
    exact("wcsnrtombs", |call| wcsrtombs(call, Some(2))).typed("lppllp"),
    exact("mbsinit", |_| Ok(Flow::int(1))).typed("ip"),
    exact("__ctype_get_mb_cur_max", |_| Ok(Flow::address(1))).typed("l"),
]);

/// `(size_t)-1` and `errno`.
fn illegal(call: &mut Call<'_>) -> ModelResult {
    call.set_errno(EILSEQ)?;
    Ok(call.word(-1).into())
}

fn btowc(call: &mut Call<'_>) -> ModelResult {
    let c = call.arg_i32(0)?;
    Ok(Flow::int(if (0..128).contains(&c) { c } else { -1 }))
}

fn wctob(call: &mut Call<'_>) -> ModelResult {
    btowc(call)
}

/// The character at `from`, of which `size` bytes may be read.
enum Next {
    Character(u8),
    /// No byte is there.
    Incomplete,
    Illegal,
}

fn next(call: &mut Call<'_>, from: u64, size: u64) -> Result<Next, Stop> {
    if size == 0 {
        return Ok(Next::Incomplete);
    }
    let byte = call.load(from, 1)?;
    Ok(match u8::try_from(byte) {
        Ok(byte) if byte.is_ascii() => Next::Character(byte),
        _ => Next::Illegal,
    })
}

fn store_wide(call: &mut Call<'_>, to: u64, byte: u8) -> Result<(), Stop> {
    if to == 0 { Ok(()) } else { call.store(to, 4, u64::from(byte)) }
}

fn mblen(call: &mut Call<'_>) -> ModelResult {
    let (from, size) = (call.arg_u64(0)?, call.arg_u64(1)?);
    measured(call, 0, from, size)
}

fn mbtowc(call: &mut Call<'_>) -> ModelResult {
    let (to, from, size) = (call.arg_u64(0)?, call.arg_u64(1)?, call.arg_u64(2)?);
    measured(call, to, from, size)
}

fn measured(call: &mut Call<'_>, to: u64, from: u64, size: u64) -> ModelResult {
    if from == 0 {
        // The question whether there are states.
        return Ok(Flow::int(0));
    }
    match next(call, from, size)? {
        Next::Character(byte) => {
            store_wide(call, to, byte)?;
            Ok(Flow::int(i32::from(byte != 0)))
        }
        Next::Incomplete => Ok(Flow::int(-1)),
        Next::Illegal => {
            call.set_errno(EILSEQ)?;
            Ok(Flow::int(-1))
        }
    }
}

fn mbrlen(call: &mut Call<'_>) -> ModelResult {
    let (from, size) = (call.arg_u64(0)?, call.arg_u64(1)?);
    restartable(call, 0, from, size)
}

fn mbrtowc(call: &mut Call<'_>) -> ModelResult {
    let (to, from, size) = (call.arg_u64(0)?, call.arg_u64(1)?, call.arg_u64(2)?);
    restartable(call, to, from, size)
}

fn restartable(call: &mut Call<'_>, to: u64, from: u64, size: u64) -> ModelResult {
    if from == 0 {
        return Ok(Flow::address(0));
    }
    match next(call, from, size)? {
        Next::Character(byte) => {
            store_wide(call, to, byte)?;
            Ok(Flow::address(u64::from(byte != 0)))
        }
        Next::Incomplete => Ok(call.word(-2).into()),
        Next::Illegal => illegal(call),
    }
}

/// A `char16_t` has two bytes.
fn mbrtoc16(call: &mut Call<'_>) -> ModelResult {
    let (to, from, size) = (call.arg_u64(0)?, call.arg_u64(1)?, call.arg_u64(2)?);
    let flow = restartable(call, 0, from, size)?;
    if let (true, Flow::Return(result)) = (to != 0 && from != 0, &flow)
        && matches!(result.as_slice(), [Value::Int(0 | 1)])
    {
        let byte = call.load(from, 1)?;
        call.store(to, 2, byte)?;
    }
    Ok(flow)
}

fn wctomb(call: &mut Call<'_>) -> ModelResult {
    let to = call.arg_u64(0)?;
    if to == 0 {
        return Ok(Flow::int(0));
    }
    let c = call.arg_u32(1)?;
    if c >= 128 {
        call.set_errno(EILSEQ)?;
        return Ok(Flow::int(-1));
    }
    call.store(to, 1, u64::from(c))?;
    Ok(Flow::int(1))
}

fn wcrtomb(call: &mut Call<'_>) -> ModelResult {
    let to = call.arg_u64(0)?;
    if to == 0 {
        return Ok(Flow::address(1));
    }
    let c = call.arg_u32(1)?;
    if c >= 128 {
        return illegal(call);
    }
    call.store(to, 1, u64::from(c))?;
    Ok(Flow::address(1))
}

/// How a conversion of a string ended.
enum End {
    /// At the terminator, which was converted too.
    Terminator(u64),
    /// The target is full or the source used up.
    Limit(u64),
    Illegal(u64),
}

/// Widens at most `limit` characters of a string, of which `source` may be read.
fn widen(call: &mut Call<'_>, to: u64, from: u64, limit: u64, source: u64) -> Result<End, Stop> {
    let mut count = 0;
    while count < limit && count < source {
        match next(call, from.wrapping_add(count), 1)? {
            Next::Character(byte) => {
                let place = if to == 0 { 0 } else { to.wrapping_add(count * UNIT) };
                store_wide(call, place, byte)?;
                if byte == 0 {
                    return Ok(End::Terminator(count));
                }
            }
            _ => return Ok(End::Illegal(count)),
        }
        count += 1;
    }
    Ok(End::Limit(count))
}

/// Narrows the other way.
fn narrow(call: &mut Call<'_>, to: u64, from: u64, limit: u64, source: u64) -> Result<End, Stop> {
    let mut count = 0;
    while count < limit && count < source {
        let c = call.load(from.wrapping_add(count * UNIT), 4)?;
        if c >= 128 {
            return Ok(End::Illegal(count));
        }
        if to != 0 {
            call.store(to.wrapping_add(count), 1, c)?;
        }
        if c == 0 {
            return Ok(End::Terminator(count));
        }
        count += 1;
    }
    Ok(End::Limit(count))
}

fn mbstowcs(call: &mut Call<'_>) -> ModelResult {
    let (to, from, size) = (call.arg_u64(0)?, call.arg_u64(1)?, call.arg_u64(2)?);
    let limit = if to == 0 { u64::MAX } else { size };
    match widen(call, to, from, limit, u64::MAX)? {
        End::Terminator(count) | End::Limit(count) => Ok(Flow::address(count)),
        End::Illegal(_) => illegal(call),
    }
}

fn wcstombs(call: &mut Call<'_>) -> ModelResult {
    let (to, from, size) = (call.arg_u64(0)?, call.arg_u64(1)?, call.arg_u64(2)?);
    let limit = if to == 0 { u64::MAX } else { size };
    match narrow(call, to, from, limit, u64::MAX)? {
        End::Terminator(count) | End::Limit(count) => Ok(Flow::address(count)),
        End::Illegal(_) => illegal(call),
    }
}

/// A conversion that moves its source on.
struct Moving {
    /// Null if the program only asks for the length.
    to: u64,
    /// Where the program keeps the pointer to the source.
    place: u64,
    from: u64,
    /// How many characters of the source may be read.
    source: u64,
    /// How many characters may be written.
    limit: u64,
}

fn moving(call: &mut Call<'_>, source: Option<usize>) -> Result<Moving, Stop> {
    let (to, place) = (call.arg_u64(0)?, call.arg_u64(1)?);
    let from = call.load_pointer(place)?;
    let (source, size) = match source {
        Some(index) => (call.arg_u64(index)?, call.arg_u64(index + 1)?),
        None => (u64::MAX, call.arg_u64(2)?),
    };
    Ok(Moving { to, place, from, source, limit: if to == 0 { u64::MAX } else { size } })
}

/// Tells the program where the source stands, unless it only asked for the length; a character of
/// the source has `unit` bytes.
fn moved(call: &mut Call<'_>, moving: &Moving, unit: u64, end: End) -> ModelResult {
    let (count, next) = match end {
        End::Terminator(count) => (count, 0),
        End::Limit(count) | End::Illegal(count) => (count, moving.from.wrapping_add(count * unit)),
    };
    if moving.to != 0 {
        call.store_pointer(moving.place, next)?;
    }
    if matches!(end, End::Illegal(_)) {
        return illegal(call);
    }
    Ok(Flow::address(count))
}

fn mbsrtowcs(call: &mut Call<'_>, source: Option<usize>) -> ModelResult {
    let moving = moving(call, source)?;
    let end = widen(call, moving.to, moving.from, moving.limit, moving.source)?;
    moved(call, &moving, 1, end)
}

fn wcsrtombs(call: &mut Call<'_>, source: Option<usize>) -> ModelResult {
    let moving = moving(call, source)?;
    let end = narrow(call, moving.to, moving.from, moving.limit, moving.source)?;
    moved(call, &moving, UNIT, end)
}
