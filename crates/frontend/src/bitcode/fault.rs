//! What goes wrong while reading, and checked conversions of the file's numbers.
//!
//! Every number of a file is hostile until checked: it becomes an index or a width
//! only through the functions here or `TryFrom`.

use std::borrow::Cow;
use std::fmt;

/// Why a module or one of its functions cannot be read, as a clause without a full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault(Cow<'static, str>);

pub type Res<T> = Result<T, Fault>;

impl Fault {
    pub fn new(reason: impl Into<Cow<'static, str>>) -> Self {
        Fault(reason.into())
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Fails with a reason.
pub fn fail<T>(reason: impl Into<Cow<'static, str>>) -> Res<T> {
    Err(Fault::new(reason))
}

/// Fails with a reason unless the condition holds.
pub fn ensure(condition: bool, reason: &'static str) -> Res<()> {
    if condition { Ok(()) } else { fail(reason) }
}

/// A number of the file as an index.
pub fn index(value: u64) -> Res<usize> {
    usize::try_from(value).map_err(|_| Fault::new(format!("the number {value} is out of range")))
}

/// A number of the file as a `u32`.
pub fn narrow(value: u64) -> Res<u32> {
    u32::try_from(value).map_err(|_| Fault::new(format!("the number {value} is out of range")))
}

/// A length in memory as a number; the other direction of [`index`].
pub fn wide(value: usize) -> u64 {
    u64::try_from(value).unwrap_or(u64::MAX)
}

/// The low half of a number, for ids that LLVM computes modulo 2^32.
pub fn low32(value: u64) -> u32 {
    u32::try_from(value & 0xffff_ffff).unwrap_or(0)
}

/// Undoes LLVM's folding of the sign into bit 0; the result is in two's complement.
pub fn unfold_sign(value: u64) -> u64 {
    match value {
        // "Minus zero" stands for the smallest number.
        1 => 1 << 63,
        _ if value & 1 == 0 => value >> 1,
        _ => (value >> 1).wrapping_neg(),
    }
}

/// The bits of a number in two's complement, read as such.
pub fn signed(value: u64) -> i64 {
    i64::from_ne_bytes(value.to_ne_bytes())
}

/// An alignment of the file, which is one more than its logarithm; 0 if none is said.
pub fn alignment(encoded: u64) -> Res<u32> {
    match encoded {
        0 => Ok(0),
        1..=32 => Ok(1 << (encoded - 1)),
        // LLVM's largest alignment is 2^32, which no machine and no field of ours has.
        33 => Ok(1 << 31),
        _ => fail(format!("an alignment of 2^{} bytes", encoded - 1)),
    }
}

/// Bounds what small records may expand to, so that memory stays in proportion to the file.
///
/// Most of what we build is as large as the records that it is made from. A few
/// things are not: the parameters of a function take one number to name, and a
/// shuffle's mask is a constant that many shuffles share. They draw from here.
#[derive(Debug)]
pub struct Budget(u64);

impl Budget {
    pub fn for_input(bytes: usize) -> Self {
        Budget(wide(bytes).saturating_mul(16).saturating_add(1 << 16))
    }

    pub fn spend(&mut self, items: usize) -> Res<()> {
        match self.0.checked_sub(wide(items)) {
            Some(left) => {
                self.0 = left;
                Ok(())
            }
            None => fail("the file expands to far more than its size justifies"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_unfold() {
        let cases = [(0, 0i64), (2, 1), (3, -1), (84, 42), (85, -42), (1, i64::MIN)];
        for (folded, value) in cases {
            assert_eq!(signed(unfold_sign(folded)), value);
        }
    }

    #[test]
    fn budget_runs_out() {
        let mut budget = Budget::for_input(0);
        assert!(budget.spend(1 << 16).is_ok());
        assert!(budget.spend(1).is_err());
    }
}
