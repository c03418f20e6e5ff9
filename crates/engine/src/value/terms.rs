//! Values as terms and back.
//!
//! Undefined bits become the bits of one symbol for each width: an operation that is
//! executed again finds the same term.

use crate::value::provenance::{Provenance, depends_on};
use crate::value::{Value, mask};
use margay_smt::{BitVec, Bool, Bv, Node, Term, TermPool};
use std::collections::{BTreeMap, BTreeSet};

/// The symbol that stands for what was never written.
fn uninitialised(pool: &mut TermPool, bits: u32) -> Bv {
    let from = Provenance::Uninitialised;
    from.symbol(pool, &from.named(&format!(".{bits}")), bits)
}

/// How deep terms are looked into.
const DEEPEST: u32 = 256;

/// When a term is made of what was never written: the conditions that choose it.
pub fn when_unwritten(pool: &mut TermPool, term: impl Into<Term>) -> Bool {
    when_unwritten_known(pool, term.into(), 0, &mut BTreeMap::new())
}

fn when_unwritten_known(
    pool: &mut TermPool,
    term: Term,
    depth: u32,
    known: &mut BTreeMap<Term, Bool>,
) -> Bool {
    if let Some(known) = known.get(&term) {
        return *known;
    }
    let found = if !depends_on(pool, term, Provenance::is_unwritten) {
        pool.bool_const(false)
    } else if depth > DEEPEST {
        pool.bool_const(true)
    } else if let Node::BvIte(condition, yes, no) = pool.node(term)
        && !depends_on(pool, condition, Provenance::is_unwritten)
    {
        let yes = when_unwritten_known(pool, yes.into(), depth + 1, known);
        let no = when_unwritten_known(pool, no.into(), depth + 1, known);
        let negated = pool.not(condition);
        let (yes, no) = (pool.and(condition, yes), pool.and(negated, no));
        pool.or(yes, no)
    } else {
        let children: Vec<Term> = pool.node(term).children().collect();
        let mut any = pool.bool_const(children.is_empty());
        for child in children {
            let child = when_unwritten_known(pool, child, depth + 1, known);
            any = pool.or(any, child);
        }
        any
    };
    known.insert(term, found);
    found
}

/// What a term is one of, if it is one of several.
pub fn choices(pool: &TermPool, term: Bv) -> Vec<Bv> {
    let (mut found, mut open) = (Vec::new(), vec![term]);
    let mut seen = BTreeSet::new();
    while let Some(next) = open.pop() {
        match pool.node(next) {
            _ if !seen.insert(next) => {}
            Node::BvIte(_, yes, no) => open.extend([no, yes]),
            _ => found.push(next),
        }
    }
    found
}

/// The value as a term of the given width.
pub fn term(pool: &mut TermPool, value: Value, bits: u32) -> Bv {
    match value {
        Value::Int(known) => pool.bv_u64(bits.min(64), known),
        Value::Wide([low, high]) => {
            let known = u128::from(low) | u128::from(high) << 64;
            pool.bv_const(&BitVec::from_u128(bits, known))
        }
        Value::Term(term) => term,
        Value::Undef => uninitialised(pool, bits),
        Value::Partial { bits: known, undef } => {
            let unknown = uninitialised(pool, bits);
            let (undef, known) = (pool.bv_u64(bits, undef), pool.bv_u64(bits, known));
            let unknown = pool.bv_and(unknown, undef);
            pool.bv_or(unknown, known)
        }
    }
}

/// The value that a term is; a constant of at most 128 bits leaves the pool.
pub fn as_known(pool: &TermPool, term: Bv) -> Value {
    if let Some(known) = pool.as_const_u64(term) {
        return Value::from_u128(u128::from(known), pool.width(term));
    }
    match pool.as_const(term).and_then(|known| known.to_u128()) {
        Some(known) if pool.width(term) <= 128 => Value::from_u128(known, pool.width(term)),
        _ => Value::Term(term),
    }
}

/// A known bit-vector as a value.
pub fn from_bits(pool: &mut TermPool, bits: &BitVec) -> Value {
    match bits.to_u128() {
        Some(known) if bits.width() <= 128 => Value::from_u128(known, bits.width()),
        _ => Value::Term(pool.bv_const(bits)),
    }
}

/// The bit-vector that a value is, if all of it is known.
pub fn known_bits(pool: &TermPool, value: Value, bits: u32) -> Option<BitVec> {
    match value {
        Value::Term(term) => pool.as_const(term),
        known => known.as_u128().map(|known| BitVec::from_u128(bits, known)),
    }
}

/// Byte `index` of a value of `len` bytes, the lowest first.
pub fn byte_of(pool: &mut TermPool, value: Value, index: usize, len: usize) -> Value {
    let shift = u32::try_from(index * 8).expect("a value has fewer than 2^29 bytes");
    match value {
        Value::Undef => Value::Undef,
        Value::Term(term) => {
            // The value may be narrower than its bytes: an i33 is stored in five.
            let width = pool.width(term);
            if shift >= width {
                return Value::Int(0);
            }
            let high = (shift + 7).min(width - 1);
            let part = pool.bv_extract(high, shift, term);
            let byte = pool.bv_zext(part, 8);
            as_known(pool, byte)
        }
        Value::Partial { bits, undef } => {
            if shift >= 64 {
                return Value::Int(0);
            }
            Value::partial(bits >> shift, undef >> shift, 8)
        }
        known => {
            debug_assert!(len <= 16);
            let known = known.as_u128().expect("the other values are known");
            Value::from_u128(if shift >= 128 { 0 } else { known >> shift }, 8)
        }
    }
}

/// One value from bytes, the lowest first.
pub fn join_bytes(pool: &mut TermPool, bytes: &[Value]) -> Value {
    if bytes.iter().all(|byte| *byte == Value::Undef) {
        return Value::Undef;
    }
    let known: Option<Vec<u8>> =
        bytes.iter().map(|byte| byte.as_u64().and_then(|byte| u8::try_from(byte).ok())).collect();
    if let Some(known) = known {
        return from_bits(pool, &BitVec::from_le_bytes(&known));
    }
    let bytes: Vec<Bv> = bytes.iter().map(|byte| term(pool, *byte, 8)).collect();
    let joined = join_terms(pool, &bytes);
    as_known(pool, joined)
}

/// One term from bytes, the lowest first. Where one condition chooses between several bytes,
/// it chooses between whole values: a pointer stays one.
fn join_terms(pool: &mut TermPool, bytes: &[Bv]) -> Bv {
    let mut above: Vec<(Bool, Vec<Bv>)> = Vec::new();
    let mut bytes = bytes.to_vec();
    while let Some((condition, then, other)) = common_choice(pool, &bytes) {
        above.push((condition, then));
        bytes = other;
    }
    let mut joined = concat(pool, &bytes);
    while let Some((condition, then)) = above.pop() {
        let then = concat(pool, &then);
        joined = pool.ite(condition, then, joined);
    }
    joined
}

fn concat(pool: &mut TermPool, bytes: &[Bv]) -> Bv {
    let mut bytes = bytes.iter();
    let first = *bytes.next().expect("a value has at least one byte");
    bytes.fold(first, |low, byte| pool.bv_concat(*byte, low))
}

/// The condition that chooses between several bytes, or one among known ones, and both choices.
fn common_choice(pool: &TermPool, bytes: &[Bv]) -> Option<(Bool, Vec<Bv>, Vec<Bv>)> {
    let choice = |byte: &Bv| match pool.node(*byte) {
        Node::BvIte(condition, then, other) => Some((condition, then, other)),
        _ => None,
    };
    let condition = bytes.iter().find_map(choice)?.0;
    let (mut shared, mut known) = (0, 0);
    let (mut yes, mut no) = (Vec::new(), Vec::new());
    for byte in bytes {
        match choice(byte).filter(|choice| choice.0 == condition) {
            Some((_, then, other)) => {
                shared += 1;
                yes.push(then);
                no.push(other);
            }
            None => {
                known += usize::from(pool.as_const_u64(*byte).is_some());
                yes.push(*byte);
                no.push(*byte);
            }
        }
    }
    (shared > 1 || known + 1 == bytes.len()).then_some((condition, yes, no))
}

/// The same bits in other lanes, the first lane lowest. Lanes are widths in bits.
pub fn recut(pool: &mut TermPool, values: &[Value], from: &[u32], to: &[u32]) -> Vec<Value> {
    if values.iter().all(|value| *value == Value::Undef) {
        return vec![Value::Undef; to.len()];
    }
    if let Some(whole) = join_known(pool, values, from) {
        let cut = |at: u32, width: u32| whole.extract(at + width - 1, at);
        return cut_up(to, |at, width| from_bits(pool, &cut(at, width)));
    }
    let mut joined = None;
    for (value, width) in values.iter().zip(from) {
        let part = term(pool, *value, *width);
        joined = Some(match joined {
            Some(low) => pool.bv_concat(part, low),
            None => part,
        });
    }
    let Some(whole) = joined else { return Vec::new() };
    cut_up(to, |at, width| {
        let part = pool.bv_extract(at + width - 1, at, whole);
        as_known(pool, part)
    })
}

/// All lanes as one bit-vector, if all are known.
fn join_known(pool: &TermPool, values: &[Value], widths: &[u32]) -> Option<BitVec> {
    let mut whole: Option<BitVec> = None;
    for (value, width) in values.iter().zip(widths) {
        let part = known_bits(pool, *value, *width)?;
        whole = Some(match whole {
            Some(low) => part.concat(&low),
            None => part,
        });
    }
    whole
}

/// One value for each width, from where the one before ends.
fn cut_up(widths: &[u32], mut cut: impl FnMut(u32, u32) -> Value) -> Vec<Value> {
    let mut at = 0;
    let mut next = |width: &u32| {
        at += width;
        cut(at - width, *width)
    };
    widths.iter().map(&mut next).collect()
}

/// The low `to` bits of a value, or the value with zeros above.
pub fn resize(pool: &mut TermPool, value: Value, from: u32, to: u32) -> Value {
    if from == to {
        return value;
    }
    match value {
        Value::Int(known) if to <= 64 => Value::Int(known & mask(to)),
        Value::Int(_) | Value::Wide(_) if to <= 128 => {
            Value::from_u128(value.as_u128().expect("known"), to)
        }
        Value::Partial { bits, undef } if to <= 64 => Value::partial(bits, undef, to),
        Value::Undef if to < from => Value::Undef,
        Value::Undef if to <= 64 => Value::partial(0, mask(from), to),
        _ => {
            let term = term(pool, value, from);
            let term = if to < from { pool.bv_trunc(term, to) } else { pool.bv_zext(term, to) };
            as_known(pool, term)
        }
    }
}
