//! What a register holds, and values as terms.
//!
//! Invariant: A value is known, or a term, or undefined; equal terms are equal values.
//!
//! Uses: no other room.

pub(crate) mod lane;
pub mod provenance;
pub mod terms;

use margay_smt::Bv;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// A known integer, pointer or float of at most 64 bits.
    Int(u64),
    /// At most 64 bits, of which those set in `undef` were never written, or computed
    /// from such. They have a value all the same, as a native register does.
    Partial { bits: u64, undef: u64 },
    /// A known value of 65 to 128 bits: low word, high word.
    Wide([u64; 2]),
    /// A symbolic value, or a known one of more than 128 bits.
    Term(Bv),
    /// Nothing was ever written here; all bits are zero, and undefined.
    Undef,
}

impl Value {
    pub const ZERO: Value = Value::Int(0);

    pub fn bool(value: bool) -> Value {
        Value::Int(u64::from(value))
    }

    /// A known value of the given width, which is at most 128.
    pub fn from_u128(value: u128, bits: u32) -> Value {
        if bits <= 64 {
            Value::Int(low_word(value) & mask(bits))
        } else {
            let value = if bits >= 128 { value } else { value & ((1u128 << bits) - 1) };
            Value::Wide([low_word(value), low_word(value >> 64)])
        }
    }

    /// A value of at most 64 bits of which some may be undefined.
    pub fn partial(bits: u64, undef: u64, width: u32) -> Value {
        let undef = undef & mask(width);
        let bits = bits & mask(width);
        if undef == 0 {
            Value::Int(bits)
        } else if undef == mask(width) && bits == 0 {
            Value::Undef
        } else {
            Value::Partial { bits, undef }
        }
    }

    pub fn as_u64(self) -> Option<u64> {
        match self {
            Value::Int(value) => Some(value),
            _ => None,
        }
    }

    pub fn as_term(self) -> Option<Bv> {
        match self {
            Value::Term(term) => Some(term),
            _ => None,
        }
    }

    pub fn as_u128(self) -> Option<u128> {
        match self {
            Value::Int(value) => Some(u128::from(value)),
            Value::Wide([low, high]) => Some(u128::from(low) | u128::from(high) << 64),
            _ => None,
        }
    }

    /// Known bits and the mask of undefined ones, for at most 64 bits that are not symbolic.
    pub fn bits_and_undef(self, width: u32) -> Option<(u64, u64)> {
        match self {
            Value::Int(bits) => Some((bits, 0)),
            Value::Partial { bits, undef } => Some((bits, undef)),
            Value::Undef if width <= 64 => Some((0, mask(width))),
            _ => None,
        }
    }
}

/// The low `bits` bits set; all of them from 64 on.
#[inline]
pub fn mask(bits: u32) -> u64 {
    if bits >= 64 { u64::MAX } else { (1 << bits) - 1 }
}

/// The value as a signed number of `bits` bits (1 to 64).
#[inline]
pub fn signed(value: u64, bits: u32) -> i64 {
    let shift = 64 - bits.clamp(1, 64);
    (value << shift).cast_signed() >> shift
}

/// The low 64 bits.
#[inline]
pub fn low_word(value: u128) -> u64 {
    u64::try_from(value & u128::from(u64::MAX)).expect("masked to 64 bits")
}

/// The low 8 bits.
#[inline]
pub fn low_byte(value: u64) -> u8 {
    value.to_le_bytes()[0]
}

/// A number of bytes of the program as one of ours. Objects fit our memory, and we run
/// on machines of 64 bits, so nothing is lost.
#[inline]
pub fn size(bytes: u64) -> usize {
    usize::try_from(bytes).expect("an object fits the memory of its host")
}
