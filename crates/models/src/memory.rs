//! Functions of `string.h` that work on blocks of bytes.
//!
//! A block is checked as a whole before the first byte moves. Comparing and
//! searching stop at the byte that settles the answer, and fault only before it.

use crate::spec::{Facts, Table, UnknownText, exact, reads};
use crate::string::compare::{Comparison, compare_run};
use crate::string::copy::fortify_size;
use crate::text::{arg_byte, find, overlap, same};
use margay_engine::{AccessKind, Call, Fault, Flow, ModelResult, Value};

pub const MODELS: Table = Facts::QUIET.and(Facts::SIGNAL_SAFE).of_all(&[
    exact("memcpy", memcpy).typed("pppl").moves(1, "copies it"),
    exact("mempcpy", mempcpy).typed("pppl"),
    exact("__mempcpy", mempcpy).typed("pppl"),
    exact("memmove", memmove).typed("pppl").moves(1, "copies it"),
    exact("memset", memset).typed("ppil"),
    exact("memcmp", memcmp)
        .typed("ippl")
        .touches(&[reads(0).counted_by(&[2]), reads(1).counted_by(&[2])])
        .unknown_text(UnknownText::Number),
    exact("bcmp", memcmp)
        .typed("ippl")
        .touches(&[reads(0).counted_by(&[2]), reads(1).counted_by(&[2])])
        .unknown_text(UnknownText::Number),
    exact("__memcmpeq", memcmp).typed("ippl"),
    exact("memchr", memchr)
        .typed("ppil")
        .touches(&[reads(0).counted_by(&[2])])
        .unknown_text(UnknownText::Place),
    exact("memrchr", memrchr)
        .typed("ppil")
        .touches(&[reads(0).counted_by(&[2])])
        .unknown_text(UnknownText::Place),
    exact("__memrchr", memrchr).typed("ppil"),
    exact("rawmemchr", rawmemchr).typed("ppi").touches(&[reads(0)]),
    exact("__rawmemchr", rawmemchr).typed("ppi"),
    exact("memmem", memmem).typed("pplpl").unknown_text(UnknownText::Place),
    exact("bcopy", bcopy).typed("vppl"),
    exact("bzero", bzero).typed("vpl"),
    exact("__bzero", bzero).typed("vpl"),
    exact("explicit_bzero", bzero).typed("vpl"),
    exact("__explicit_bzero_chk", bzero).typed("vpll"),
    exact("memfrob", memfrob).typed("ppl"),
    exact("__memcpy_chk", |call| {
        fortify_size(call, "memcpy", 2, 3)?;
        memcpy(call)
    })
    .typed("pppll"),
    exact("__mempcpy_chk", |call| {
        fortify_size(call, "mempcpy", 2, 3)?;
        mempcpy(call)
    })
    .typed("pppll"),
    exact("__memmove_chk", |call| {
        fortify_size(call, "memmove", 2, 3)?;
        memmove(call)
    })
    .typed("pppll"),
    exact("__memset_chk", |call| {
        fortify_size(call, "memset", 2, 3)?;
        memset(call)
    })
    .typed("ppill"),
]);

fn memcpy(call: &mut Call<'_>) -> ModelResult {
    let (to, from, len) = (call.arg_u64(0)?, call.arg_u64(1)?, call.arg_u64(2)?);
    // A block copied onto itself is what a struct assigned to itself becomes.
    if to != from && overlap(to, len, from, len) {
        call.fault(Fault::OverlappingCopy)?;
    }
    call.state.memory.copy(call.pool, to, from, len)?;
    Ok(Flow::address(to))
}

fn mempcpy(call: &mut Call<'_>) -> ModelResult {
    memcpy(call)?;
    Ok(Flow::address(call.arg_u64(0)?.wrapping_add(call.arg_u64(2)?)))
}

fn memmove(call: &mut Call<'_>) -> ModelResult {
    let (to, from, len) = (call.arg_u64(0)?, call.arg_u64(1)?, call.arg_u64(2)?);
    call.state.memory.copy(call.pool, to, from, len)?;
    Ok(Flow::address(to))
}

fn memset(call: &mut Call<'_>) -> ModelResult {
    let (to, len) = (call.arg_u64(0)?, call.arg_u64(2)?);
    let byte = arg_byte(call, 1)?;
    call.memory().fill(to, len, byte)?;
    Ok(Flow::address(to))
}

fn memcmp(call: &mut Call<'_>) -> ModelResult {
    let (a, b, len) = (call.arg_u64(0)?, call.arg_u64(1)?, call.arg_u64(2)?);
    Ok(compare_run(call, a, b, Comparison::of_bytes(len))?.into())
}

fn memchr(call: &mut Call<'_>) -> ModelResult {
    let (at, len) = (call.arg_u64(0)?, call.arg_u64(2)?);
    let byte = arg_byte(call, 1)?;
    let found = find(call, at, len, byte)?;
    Ok(Flow::address(found.map_or(0, |index| at.wrapping_add(index))))
}

fn rawmemchr(call: &mut Call<'_>) -> ModelResult {
    let at = call.arg_u64(0)?;
    let byte = arg_byte(call, 1)?;
    let found = find(call, at, u64::MAX, byte)?;
    Ok(Flow::address(found.map_or(0, |index| at.wrapping_add(index))))
}

fn memrchr(call: &mut Call<'_>) -> ModelResult {
    let (at, len) = (call.arg_u64(0)?, call.arg_u64(2)?);
    let byte = arg_byte(call, 1)?;
    if len != 0 {
        call.memory().check(at, len, AccessKind::Read)?;
    }
    for index in (0..len).rev() {
        let other = call.state.memory.byte(call.pool, at.wrapping_add(index))?;
        if same(call, other, byte)? {
            return Ok(Flow::address(at.wrapping_add(index)));
        }
    }
    Ok(Flow::address(0))
}

fn memmem(call: &mut Call<'_>) -> ModelResult {
    let (at, len) = (call.arg_u64(0)?, call.arg_u64(1)?);
    let (wanted, wanted_len) = (call.arg_u64(2)?, call.arg_u64(3)?);
    if wanted_len == 0 {
        return Ok(Flow::address(at));
    }
    if len < wanted_len {
        return Ok(Flow::address(0));
    }
    let found = crate::string::search::find_block(call, at, len, wanted, wanted_len)?;
    Ok(Flow::address(found.map_or(0, |index| at.wrapping_add(index))))
}

fn bcopy(call: &mut Call<'_>) -> ModelResult {
    let (from, to, len) = (call.arg_u64(0)?, call.arg_u64(1)?, call.arg_u64(2)?);
    call.state.memory.copy(call.pool, to, from, len)?;
    Ok(Flow::void())
}

fn bzero(call: &mut Call<'_>) -> ModelResult {
    let (to, len) = (call.arg_u64(0)?, call.arg_u64(1)?);
    call.memory().fill(to, len, Value::ZERO)?;
    Ok(Flow::void())
}

fn memfrob(call: &mut Call<'_>) -> ModelResult {
    let (at, len) = (call.arg_u64(0)?, call.arg_u64(1)?);
    let mut bytes = call.read_bytes(at, len)?;
    bytes.iter_mut().for_each(|byte| *byte ^= 42);
    call.write_bytes(at, &bytes)?;
    Ok(Flow::address(at))
}
