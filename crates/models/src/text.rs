//! Text and bytes in the program's memory, for all models.
//!
//! What reads or writes byte after byte here faults at the byte where a native loop
//! would: bytes before it are done, and the fault names that one byte. Known bytes
//! are handled in runs, without copying; the rest goes byte by byte through
//! [`Call::equals`] and [`Call::decide`].

use crate::LibC;
use margay_engine::{AccessKind, ArgKind, Call, Memory, ObjectKind, Stop, Value, signed};
use margay_smt::Bv;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Known bytes are taken in runs of at most this many: a terminator is mostly near.
const RUN: u64 = 256;
/// A shorter run is tried where a longer one has bytes that are not known.
const SHORT_RUN: u64 = 16;

/// Objects of the library that are made once and have a name: static buffers, tables.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Statics(Rc<BTreeMap<Box<str>, u64>>);

/// The library's object of this name, with these bytes when it is made.
pub fn static_object(call: &mut Call<'_>, name: &str, bytes: impl FnOnce() -> Vec<u8>) -> u64 {
    if let Some(address) = call.library::<LibC>().statics.0.get(name) {
        return *address;
    }
    let address = new_object(call, &bytes());
    Rc::make_mut(&mut call.library::<LibC>().statics.0).insert(name.into(), address);
    address
}

/// The library's string of this name, which never changes.
pub fn static_text(call: &mut Call<'_>, name: &str, text: &str) -> u64 {
    static_object(call, name, || terminated(text.as_bytes()))
}

/// A new object of the library with these bytes.
pub fn new_object(call: &mut Call<'_>, bytes: &[u8]) -> u64 {
    let address = call.allocate_object(ObjectKind::Library, bytes.len() as u64, 16);
    // There is room, or the address is null and the program finds a null pointer.
    let _ = call.write_bytes(address, bytes);
    address
}

pub fn terminated(text: &[u8]) -> Vec<u8> {
    let mut bytes = text.to_vec();
    bytes.push(0);
    bytes
}

/// A signed argument of whatever width it has.
pub fn arg_signed(call: &mut Call<'_>, index: usize) -> Result<i64, Stop> {
    let bits = match call.args.get(index).map(|arg| arg.kind) {
        Some(ArgKind::Int(bits)) => bits.min(64),
        _ => 64,
    };
    Ok(signed(call.arg_u64(index)?, bits))
}

/// Known bytes at an address, at least one and at most `limit`; `None` if the first
/// is out of bounds, undefined or symbolic.
pub fn known_run(memory: &Memory, address: u64, limit: u64) -> Option<&[u8]> {
    let object = memory.object(address)?;
    let offset = address.wrapping_sub(object.base);
    if !object.alive || offset >= object.size || limit == 0 {
        return None;
    }
    let room = (object.size - offset).min(limit);
    let at = usize::try_from(offset).ok()?;
    [RUN, SHORT_RUN, 1].into_iter().find_map(|run| {
        let len = usize::try_from(room.min(run)).ok()?;
        object.known_slice(at, len).filter(|_| !memory.has_address(address, len))
    })
}

/// How many bytes can be read from an address on.
pub fn readable(memory: &Memory, address: u64) -> u64 {
    room(memory, address, AccessKind::Read)
}

/// How many bytes can be written from an address on.
pub fn writable(memory: &Memory, address: u64) -> u64 {
    room(memory, address, AccessKind::Write)
}

fn room(memory: &Memory, address: u64, access: AccessKind) -> u64 {
    memory.object(address).map_or(0, |object| {
        let offset = address.wrapping_sub(object.base);
        let barred = access == AccessKind::Write && object.constant;
        if object.alive && !barred { object.size.saturating_sub(offset) } else { 0 }
    })
}

/// Length of the string at an address.
pub fn length(call: &mut Call<'_>, address: u64) -> Result<u64, Stop> {
    length_within(call, address, u64::MAX)
}

/// Bytes before the terminator, at most `limit` of them.
pub fn length_within(call: &mut Call<'_>, address: u64, limit: u64) -> Result<u64, Stop> {
    let found = find(call, address, limit, Value::ZERO)?;
    Ok(found.unwrap_or(limit))
}

/// Offset of the first of `limit` bytes that equals `byte`.
pub fn find(
    call: &mut Call<'_>,
    address: u64,
    limit: u64,
    byte: Value,
) -> Result<Option<u64>, Stop> {
    let mut at = 0;
    while at < limit {
        let here = address.wrapping_add(at);
        if let Value::Int(wanted) = byte
            && let Some(run) = known_run(&call.state.memory, here, limit - at)
        {
            match run.iter().position(|b| u64::from(*b) == wanted) {
                Some(index) => return Ok(Some(at + index as u64)),
                None => at += run.len() as u64,
            }
        } else {
            let other = call.state.memory.byte(call.pool, here)?;
            if same(call, other, byte)? {
                return Ok(Some(at));
            }
            at += 1;
        }
    }
    Ok(None)
}

/// The string at an address with its bytes known, without the terminator.
pub fn string(call: &mut Call<'_>, address: u64) -> Result<Vec<u8>, Stop> {
    let len = length(call, address)?;
    call.read_bytes(address, len)
}

/// Whether two bytes are equal.
pub fn same(call: &mut Call<'_>, a: Value, b: Value) -> Result<bool, Stop> {
    if let (Value::Int(a), Value::Int(b)) = (a, b) {
        return Ok(a == b);
    }
    let (a, b) = (byte_term(call, a)?, byte_term(call, b)?);
    let equal = call.pool.eq(a, b);
    call.decide(equal)
}

/// The difference of two bytes as an `int`, which is what the comparing functions return.
pub fn difference(call: &mut Call<'_>, a: Value, b: Value) -> Result<Value, Stop> {
    if let (Value::Int(a), Value::Int(b)) = (a, b) {
        return Ok(Value::Int(a.wrapping_sub(b) & 0xffff_ffff));
    }
    let (a, b) = (byte_term(call, a)?, byte_term(call, b)?);
    let (a, b) = (call.pool.bv_zext(a, 32), call.pool.bv_zext(b, 32));
    Ok(Value::Term(call.pool.bv_sub(a, b)))
}

/// A byte as a term.
pub fn byte_term(call: &mut Call<'_>, byte: Value) -> Result<Bv, Stop> {
    match byte {
        Value::Term(term) => Ok(term),
        known => {
            let known = call.concrete(known, 8)?;
            Ok(call.pool.bv_u64(8, known))
        }
    }
}

/// The low byte of an argument.
pub fn arg_byte(call: &mut Call<'_>, index: usize) -> Result<Value, Stop> {
    match call.arg(index) {
        Value::Term(term) => Ok(match call.pool.as_const_u64(term) {
            Some(known) => Value::Int(known & 0xff),
            None => Value::Term(call.pool.bv_trunc(term, 8)),
        }),
        known => Ok(Value::Int(call.concrete(known, 8)?)),
    }
}

/// Copies bytes one after the other: what does not fit faults at its own byte.
pub fn copy_run(call: &mut Call<'_>, to: u64, from: u64, len: u64) -> Result<(), Stop> {
    if len == 0 {
        return Ok(());
    }
    let memory = &mut call.state.memory;
    let fits = len.min(writable(memory, to)).min(readable(memory, from));
    memory.copy(call.pool, to, from, fits)?;
    if fits < len {
        memory.check(from.wrapping_add(fits), 1, AccessKind::Read)?;
        memory.check(to.wrapping_add(fits), 1, AccessKind::Write)?;
    }
    Ok(())
}

/// Sets bytes one after the other.
pub fn fill_run(call: &mut Call<'_>, to: u64, len: u64, byte: Value) -> Result<(), Stop> {
    if len == 0 {
        return Ok(());
    }
    let memory = &mut call.state.memory;
    let fits = len.min(writable(memory, to));
    memory.fill(to, fits, byte)?;
    if fits < len {
        memory.check(to.wrapping_add(fits), 1, AccessKind::Write)?;
    }
    Ok(())
}

/// Writes known bytes one after the other.
pub fn write_run(call: &mut Call<'_>, to: u64, bytes: &[u8]) -> Result<(), Stop> {
    let memory = &mut call.state.memory;
    let room = usize::try_from(writable(memory, to)).unwrap_or(usize::MAX);
    let fits = bytes.len().min(room);
    memory.write_bytes(to, &bytes[..fits])?;
    if fits < bytes.len() {
        memory.check(to.wrapping_add(fits as u64), 1, AccessKind::Write)?;
    }
    Ok(())
}

/// Whether two ranges of bytes share one.
pub fn overlap(a: u64, a_len: u64, b: u64, b_len: u64) -> bool {
    a_len != 0 && b_len != 0 && a < b.saturating_add(b_len) && b < a.saturating_add(a_len)
}

#[cfg(test)]
mod tests {
    use super::overlap;

    #[test]
    fn ranges_overlap_where_they_share_a_byte() {
        assert!(overlap(10, 5, 14, 1));
        assert!(!overlap(10, 5, 15, 1));
        assert!(!overlap(10, 0, 10, 5));
        assert!(overlap(10, 5, 0, u64::MAX));
    }
}
