//! Functions that cut a string into tokens: `strtok` and its kin, `getsubopt`.

use super::search::span;
use crate::LibC;
use crate::spec::{Facts, Table, exact};
use crate::text::string;
use margay_engine::{AccessKind, Call, Fault, Flow, ModelResult, Stop};

pub const MODELS: Table = Facts::QUIET.of_all(&[
    exact("strtok", strtok).typed("ppp").moves(0, "takes it apart"),
    exact("strtok_r", strtok_r).typed("pppp").signal_safe(),
    exact("__strtok_r", strtok_r).typed("pppp"),
    exact("strsep", strsep).typed("ppp"),
    exact("__strsep", strsep).typed("ppp"),
    exact("getsubopt", getsubopt).typed("ippp"),
]);

/// The next token from `at` on, 0 if there is none, and where the search goes on.
fn next_token(call: &mut Call<'_>, at: u64, set: &[u8]) -> Result<(u64, u64), Stop> {
    let start = at.wrapping_add(span(call, at, set, true)?);
    let first = call.state.memory.byte(call.pool, start)?;
    if call.equals(first, 0, 8)? {
        return Ok((0, start));
    }
    let end = start.wrapping_add(span(call, start, set, false)?);
    let last = call.state.memory.byte(call.pool, end)?;
    if call.equals(last, 0, 8)? {
        return Ok((start, end));
    }
    call.store(end, 1, 0)?;
    Ok((start, end.wrapping_add(1)))
}

fn strtok(call: &mut Call<'_>) -> ModelResult {
    let (text, set) = (call.arg_u64(0)?, call.arg_u64(1)?);
    let set = string(call, set)?;
    call.state.uses_hidden(crate::hidden::STRTOK);
    let kept = call.library::<LibC>().strtok;
    let at = match (text, kept) {
        // A caller that is not seen may have begun.
        (0, 0) if call.has_unknown_callers() => {
            let bits = call.pointer_bytes() * 8;
            call.unknown_object(bits)?
        }
        (0, kept) => kept,
        (text, _) => text,
    };
    if at == 0 {
        return Err(Fault::NullAccess { access: AccessKind::Read, address: 0, failed: None }.into());
    }
    let (token, next) = next_token(call, at, &set)?;
    call.library::<LibC>().strtok = next;
    Ok(Flow::address(token))
}

fn strtok_r(call: &mut Call<'_>) -> ModelResult {
    let (text, set, place) = (call.arg_u64(0)?, call.arg_u64(1)?, call.arg_u64(2)?);
    let set = string(call, set)?;
    let at = if text == 0 { call.load_pointer(place)? } else { text };
    let (token, next) = next_token(call, at, &set)?;
    call.store_pointer(place, next)?;
    Ok(Flow::address(token))
}

fn strsep(call: &mut Call<'_>) -> ModelResult {
    let (place, set) = (call.arg_u64(0)?, call.arg_u64(1)?);
    let at = call.load_pointer(place)?;
    if at == 0 {
        return Ok(Flow::address(0));
    }
    let set = string(call, set)?;
    let end = at.wrapping_add(span(call, at, &set, false)?);
    let last = call.state.memory.byte(call.pool, end)?;
    if call.equals(last, 0, 8)? {
        call.store_pointer(place, 0)?;
    } else {
        call.store(end, 1, 0)?;
        call.store_pointer(place, end.wrapping_add(1))?;
    }
    Ok(Flow::address(at))
}

/// `getsubopt(&text, names, &value)`: one of the parts that commas separate.
fn getsubopt(call: &mut Call<'_>) -> ModelResult {
    let (place, names, value) = (call.arg_u64(0)?, call.arg_u64(1)?, call.arg_u64(2)?);
    let start = call.load_pointer(place)?;
    let text = string(call, start)?;
    if text.is_empty() {
        return Ok(Flow::int(-1));
    }
    let end = text.iter().position(|c| *c == b',').unwrap_or(text.len());
    let equals = text[..end].iter().position(|c| *c == b'=');
    let name = &text[..equals.unwrap_or(end)];
    let at = |index: usize| start.wrapping_add(index as u64);
    let word = u64::from(call.pointer_bytes());
    let mut found = None;
    for index in 0..u64::from(u32::MAX) {
        let candidate = call.load_pointer(names.wrapping_add(index * word))?;
        if candidate == 0 {
            break;
        }
        if string(call, candidate)? == name {
            found = i32::try_from(index).ok();
            break;
        }
    }
    // An unknown part is given whole, so that the program can name it.
    let argument = match (found, equals) {
        (None, _) => start,
        (Some(_), Some(equals)) => at(equals + 1),
        (Some(_), None) => 0,
    };
    call.store_pointer(value, argument)?;
    let next = if end < text.len() {
        call.store(at(end), 1, 0)?;
        end + 1
    } else {
        end
    };
    call.store_pointer(place, at(next))?;
    Ok(Flow::int(found.unwrap_or(-1)))
}
