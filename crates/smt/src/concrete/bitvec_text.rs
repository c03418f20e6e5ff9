//! The orders of bit-vectors and their text.

use super::bitvec::BitVec;
use super::limbs::to_usize;
use std::cmp::Ordering;
use std::fmt;

/// Comparisons.
impl BitVec {
    pub fn ult(&self, rhs: &BitVec) -> bool {
        self.unsigned_cmp(rhs) == Ordering::Less
    }

    pub fn ule(&self, rhs: &BitVec) -> bool {
        self.unsigned_cmp(rhs) != Ordering::Greater
    }

    pub fn slt(&self, rhs: &BitVec) -> bool {
        self.signed_cmp(rhs) == Ordering::Less
    }

    pub fn sle(&self, rhs: &BitVec) -> bool {
        self.signed_cmp(rhs) != Ordering::Greater
    }

    pub fn unsigned_cmp(&self, rhs: &BitVec) -> Ordering {
        self.check_same(rhs);
        match (self.small_bits(), rhs.small_bits()) {
            (Some(a), Some(b)) => a.cmp(&b),
            _ => self.limbs().iter().rev().cmp(rhs.limbs().iter().rev()),
        }
    }

    pub fn signed_cmp(&self, rhs: &BitVec) -> Ordering {
        // A set sign bit means less, and within one sign the order is the unsigned one.
        rhs.is_negative().cmp(&self.is_negative()).then_with(|| self.unsigned_cmp(rhs))
    }
}

/// Decimal numbers.
impl BitVec {
    pub fn to_unsigned_decimal(&self) -> String {
        match self.small_bits() {
            Some(bits) => bits.to_string(),
            None => self.to_big().to_string(),
        }
    }

    pub fn to_signed_decimal(&self) -> String {
        if self.is_negative() {
            format!("-{}", self.neg().to_unsigned_decimal())
        } else {
            self.to_unsigned_decimal()
        }
    }
}

/// Narrower vectors first, then by unsigned value: an order for containers, not for arithmetic.
impl Ord for BitVec {
    fn cmp(&self, other: &BitVec) -> Ordering {
        self.width().cmp(&other.width()).then_with(|| self.unsigned_cmp(other))
    }
}

impl PartialOrd for BitVec {
    fn partial_cmp(&self, other: &BitVec) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// An SMT-LIB literal: hexadecimal where the width allows it.
impl fmt::Display for BitVec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.width();
        if width.is_multiple_of(4) {
            f.write_str("#x")?;
            (0..width / 4).rev().try_for_each(|i| {
                let digit = self.extract(4 * i + 3, 4 * i).to_u64().unwrap_or(0);
                write!(f, "{digit:x}")
            })
        } else if width < 8 {
            let value = self.to_u64().unwrap_or(0);
            write!(f, "#b{value:0digits$b}", digits = to_usize(width))
        } else {
            write!(f, "(_ bv{} {width})", self.to_unsigned_decimal())
        }
    }
}

impl fmt::Debug for BitVec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
