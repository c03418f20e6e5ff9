//! Functions of `string.h` that cut a string into tokens: `strtok` and its kin.

use super::search::span;
use crate::text::string;
use crate::{LibC, Table};
use margay_engine::{AccessKind, Call, Fault, Flow, ModelResult, Stop};

pub const MODELS: Table = &[
    ("strtok", strtok),
    ("strtok_r", strtok_r),
    ("__strtok_r", strtok_r),
    ("strsep", strsep),
    ("__strsep", strsep),
];

/// The next token from `at` on, 0 if there is none, and where the search goes on.
fn next_token(call: &mut Call<'_>, at: u64, set: &[u8]) -> Result<(u64, u64), Stop> {
    let start = at.wrapping_add(span(call, at, set, true)?);
    let first = call.memory().byte(start)?;
    if call.equals(first, 0, 8)? {
        return Ok((0, start));
    }
    let end = start.wrapping_add(span(call, start, set, false)?);
    let last = call.memory().byte(end)?;
    if call.equals(last, 0, 8)? {
        return Ok((start, end));
    }
    call.store(end, 1, 0)?;
    Ok((start, end.wrapping_add(1)))
}

fn strtok(call: &mut Call<'_>) -> ModelResult {
    let (text, set) = (call.arg_u64(0)?, call.arg_u64(1)?);
    let set = string(call, set)?;
    let at = if text == 0 { call.library::<LibC>().strtok } else { text };
    if at == 0 {
        return Err(Fault::NullAccess { access: AccessKind::Read, address: 0 }.into());
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
    let last = call.memory().byte(end)?;
    if call.equals(last, 0, 8)? {
        call.store_pointer(place, 0)?;
    } else {
        call.store(end, 1, 0)?;
        call.store_pointer(place, end.wrapping_add(1))?;
    }
    Ok(Flow::address(at))
}
