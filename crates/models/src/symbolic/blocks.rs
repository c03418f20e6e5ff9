//! Blocks of bytes and characters whose address or length may be unknown.

use crate::CLibrary;
use crate::spec::{Table, all_answers};
use crate::text::overlap;
use margay_engine::{AccessKind, Call, Fault, Flow, Library, ModelResult, Stop, Value, terms};

pub const MODELS: Table = Table::of(&[
    all_answers("memcpy", |call| copy(call, 1, Overlap::Fault)),
    all_answers("memmove", |call| copy(call, 1, Overlap::Fine)),
    all_answers("wmemcpy", |call| copy(call, 4, Overlap::Fault)),
    all_answers("wmemmove", |call| copy(call, 4, Overlap::Fine)),
    all_answers("memset", memset),
    all_answers("strncpy", |call| bounded_copy(call, "strncpy", 1)),
    all_answers("wcsncpy", |call| bounded_copy(call, "wcsncpy", 4)),
]);

#[derive(PartialEq)]
enum Overlap {
    Fault,
    Fine,
}

/// The length of an argument in bytes, for characters of `width` bytes.
fn length(call: &mut Call<'_>, index: usize, width: u64) -> Result<Value, Stop> {
    let len = super::heap::size(call, index)?;
    Ok(match len {
        Value::Int(len) => Value::Int(len.saturating_mul(width)),
        Value::Term(len) if width > 1 => {
            let bits = call.pool.width(len);
            let width = call.pool.bv_u64(bits, width);
            let bytes = call.pool.bv_mul(len, width);
            terms::as_known(call.pool, bytes)
        }
        other => other,
    })
}

fn copy(call: &mut Call<'_>, width: u64, overlaps: Overlap) -> ModelResult {
    let len = length(call, 2, width)?;
    let to = call.state.path.resolve(call.pool, call.arg(0));
    let from = call.state.path.resolve(call.pool, call.arg(1));
    let (mut access, state) = call.access();
    access.copy(state, to, from, len)?;
    if overlaps == Overlap::Fault
        && let (Value::Int(to), Value::Int(from), Value::Int(len)) = (to, from, len)
        && to != from
        && overlap(to, len, from, len)
    {
        call.fault(Fault::OverlappingCopy)?;
    }
    Ok(Flow::Return(vec![to]))
}

fn memset(call: &mut Call<'_>) -> ModelResult {
    let len = length(call, 2, 1)?;
    let byte = crate::text::arg_byte(call, 1)?;
    let to = call.arg(0);
    let (mut access, state) = call.access();
    access.fill(state, to, byte, len)?;
    Ok(Flow::Return(vec![to]))
}

/// `strncpy`: where the length is unknown, the target must hold all of it.
fn bounded_copy(call: &mut Call<'_>, name: &str, width: u64) -> ModelResult {
    let len = length(call, 2, width)?;
    let Value::Term(len) = len else {
        return CLibrary.model(name).expect("the library has it")(call);
    };
    let (to, from) = (call.arg(0), call.arg(1));
    let (mut access, state) = call.access();
    let to_at = access.address(state, to, len, AccessKind::Write)?;
    let from_at = access.address(state, from, len, AccessKind::Read)?;
    access.range_within(state, to_at, len, AccessKind::Write)?;
    let room = crate::text::writable(&call.state.memory, to_at);
    // The text as far as it is known, and zeros after it.
    let bits = u32::try_from(width * 8).expect("a character");
    let mut bytes = Vec::new();
    let mut ended = false;
    while (bytes.len() as u64) < room {
        let at = from_at + bytes.len() as u64;
        let character = if ended {
            0
        } else {
            let value = call.load_value(at, bits / 8)?;
            call.concrete(value, bits)?
        };
        ended |= character == 0;
        let parts = (0..width).map(|index| Value::Int(character >> (8 * index) & 0xff));
        bytes.extend(parts);
    }
    let (mut access, state) = call.access();
    access.replace(state, to_at, len, &bytes)?;
    Ok(Flow::Return(vec![to]))
}
