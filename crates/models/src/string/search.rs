//! Functions of `string.h` that find something in a string.

use super::compare::{Case, Comparison, compare_run};
use crate::spec::{Facts, Table, UnknownText, exact, reads};
use crate::text::{arg_byte, find, known_run, length, same, string};
use margay_engine::{Call, Flow, ModelResult, Stop, Value};

pub const MODELS: Table = Facts::PURE.of_all(&[
    exact("strchr", strchr).typed("ppi").touches(&[reads(0)]).unknown_text(UnknownText::Place),
    exact("index", strchr).typed("ppi").touches(&[reads(0)]),
    exact("__strchrnul", strchrnul).typed("ppi"),
    exact("strchrnul", strchrnul)
        .typed("ppi")
        .touches(&[reads(0)])
        .unknown_text(UnknownText::Place),
    exact("strrchr", strrchr).typed("ppi").touches(&[reads(0)]).unknown_text(UnknownText::Place),
    exact("rindex", strrchr).typed("ppi").touches(&[reads(0)]),
    exact("strstr", |call| substring(call, Case::Matters))
        .typed("ppp")
        .touches(&[reads(0), reads(1)])
        .unknown_text(UnknownText::Place),
    exact("strcasestr", |call| substring(call, Case::Ignored))
        .typed("ppp")
        .touches(&[reads(0), reads(1)])
        .unknown_text(UnknownText::Place),
    exact("__strcasestr", |call| substring(call, Case::Ignored)).typed("ppp"),
    exact("strspn", strspn).typed("lpp").touches(&[reads(0)]).unknown_text(UnknownText::Length),
    exact("strcspn", strcspn).typed("lpp").touches(&[reads(0)]).unknown_text(UnknownText::Length),
    exact("strpbrk", strpbrk).typed("ppp").touches(&[reads(0)]).unknown_text(UnknownText::Place),
    exact("ffs", |call| first_set(call, 32)).typed("ii"),
    exact("ffsl", |call| first_set(call, call.pointer_bytes() * 8)).typed("il"),
    exact("ffsll", |call| first_set(call, 64)).typed("iq"),
]);

/// Offset of the first byte that is `byte`, or of the terminator before it.
fn find_or_end(call: &mut Call<'_>, address: u64, byte: Value) -> Result<(u64, bool), Stop> {
    let mut at = 0u64;
    loop {
        let here = address.wrapping_add(at);
        if let Value::Int(wanted) = byte
            && let Some(run) = known_run(&call.state.memory, here, u64::MAX)
        {
            match run.iter().position(|b| *b == 0 || u64::from(*b) == wanted) {
                Some(index) => {
                    let hit = u64::from(run[index]) == wanted;
                    return Ok((at + index as u64, hit));
                }
                None => at += run.len() as u64,
            }
            continue;
        }
        let other = call.state.memory.byte(call.pool, here)?;
        if same(call, other, byte)? {
            return Ok((at, true));
        }
        if call.equals(other, 0, 8)? {
            return Ok((at, false));
        }
        at += 1;
    }
}

fn strchr(call: &mut Call<'_>) -> ModelResult {
    let at = call.arg_u64(0)?;
    let byte = arg_byte(call, 1)?;
    let (index, hit) = find_or_end(call, at, byte)?;
    Ok(Flow::address(if hit { at.wrapping_add(index) } else { 0 }))
}

fn strchrnul(call: &mut Call<'_>) -> ModelResult {
    let at = call.arg_u64(0)?;
    let byte = arg_byte(call, 1)?;
    let (index, _) = find_or_end(call, at, byte)?;
    Ok(Flow::address(at.wrapping_add(index)))
}

fn strrchr(call: &mut Call<'_>) -> ModelResult {
    let at = call.arg_u64(0)?;
    let byte = arg_byte(call, 1)?;
    let len = length(call, at)?;
    for index in (0..=len).rev() {
        let other = call.state.memory.byte(call.pool, at.wrapping_add(index))?;
        if same(call, other, byte)? {
            return Ok(Flow::address(at.wrapping_add(index)));
        }
    }
    Ok(Flow::address(0))
}

/// Offset of a block in another, which is at least as long.
pub fn find_block(
    call: &mut Call<'_>,
    at: u64,
    len: u64,
    wanted: u64,
    wanted_len: u64,
) -> Result<Option<u64>, Stop> {
    let first = call.state.memory.byte(call.pool, wanted)?;
    let last = len - wanted_len;
    let mut index = 0;
    while index <= last {
        // The first byte rules out most places.
        let here = at.wrapping_add(index);
        let Some(skip) = find(call, here, last - index + 1, first)? else { return Ok(None) };
        index += skip;
        let here = at.wrapping_add(index);
        let difference = compare_run(call, here, wanted, Comparison::of_bytes(wanted_len))?;
        if call.equals(difference, 0, 32)? {
            return Ok(Some(index));
        }
        index += 1;
    }
    Ok(None)
}

fn substring(call: &mut Call<'_>, case: Case) -> ModelResult {
    let (at, wanted) = (call.arg_u64(0)?, call.arg_u64(1)?);
    let wanted_len = length(call, wanted)?;
    if wanted_len == 0 {
        return Ok(Flow::address(at));
    }
    let len = length(call, at)?;
    if len < wanted_len {
        return Ok(Flow::address(0));
    }
    let comparison = Comparison::of_bytes(wanted_len).with_case(case);
    let found = match case {
        Case::Matters => find_block(call, at, len, wanted, wanted_len)?,
        Case::Ignored => {
            let mut found = None;
            for index in 0..=len - wanted_len {
                let here = at.wrapping_add(index);
                let difference = compare_run(call, here, wanted, comparison)?;
                if call.equals(difference, 0, 32)? {
                    found = Some(index);
                    break;
                }
            }
            found
        }
    };
    Ok(Flow::address(found.map_or(0, |index| at.wrapping_add(index))))
}

/// Length of the prefix whose bytes are all in `set`, or all not in it.
pub fn span(call: &mut Call<'_>, address: u64, set: &[u8], inside: bool) -> Result<u64, Stop> {
    let mut at = 0u64;
    loop {
        let byte = call.state.memory.byte(call.pool, address.wrapping_add(at))?;
        match byte {
            Value::Int(known) => {
                let member = set.iter().any(|b| u64::from(*b) == known);
                if known == 0 || member != inside {
                    return Ok(at);
                }
            }
            symbolic => {
                if call.equals(symbolic, 0, 8)? {
                    return Ok(at);
                }
                let term = crate::text::byte_term(call, symbolic)?;
                let hits: Vec<_> = set
                    .iter()
                    .map(|b| {
                        let b = call.pool.bv_u64(8, u64::from(*b));
                        call.pool.eq(term, b)
                    })
                    .collect();
                let member = call.pool.or_all(hits);
                if call.decide(member)? != inside {
                    return Ok(at);
                }
            }
        }
        at += 1;
    }
}

fn strspn(call: &mut Call<'_>) -> ModelResult {
    let (at, set) = (call.arg_u64(0)?, call.arg_u64(1)?);
    let set = string(call, set)?;
    Ok(Flow::address(span(call, at, &set, true)?))
}

fn strcspn(call: &mut Call<'_>) -> ModelResult {
    let (at, set) = (call.arg_u64(0)?, call.arg_u64(1)?);
    let set = string(call, set)?;
    Ok(Flow::address(span(call, at, &set, false)?))
}

fn strpbrk(call: &mut Call<'_>) -> ModelResult {
    let (at, set) = (call.arg_u64(0)?, call.arg_u64(1)?);
    let set = string(call, set)?;
    let index = span(call, at, &set, false)?;
    let here = at.wrapping_add(index);
    let end = call.state.memory.byte(call.pool, here)?;
    let end = call.equals(end, 0, 8)?;
    Ok(Flow::address(if end { 0 } else { here }))
}

fn first_set(call: &mut Call<'_>, bits: u32) -> ModelResult {
    let value = call.arg(0);
    let value = call.concrete(value, bits)?;
    let index = if value == 0 { 0 } else { value.trailing_zeros() + 1 };
    Ok(Flow::int(index.cast_signed()))
}
