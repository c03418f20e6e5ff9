//! `BitVec`: an immutable bit-vector constant of 1 to 2^24 bits.
//!
//! Invariant: bits at and above the width are zero, and a vector of up to 128 bits is always stored
//! inline, so the derived equality and hash are those of the value. Both operands of a binary
//! operation have the same width; anything else is a bug of the caller and panics.
//! Division follows SMT-LIB: `x / 0` is all ones, `x % 0` is `x`.

use super::limbs::{self, high_u64, low_u64, to_usize};
use num_bigint::BigUint;

/// The widest bit-vector that can be built.
pub const MAX_WIDTH: u32 = 1 << 24;

/// A bit-vector constant.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct BitVec(Repr);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    Small { width: u32, bits: u128 },
    Wide { width: u32, limbs: Box<[u64]> },
}

/// Building and reading.
impl BitVec {
    /// The low `width` bits of `value`.
    pub fn from_u64(width: u32, value: u64) -> BitVec {
        BitVec::from_u128(width, u128::from(value))
    }

    /// The low `width` bits of `value`.
    pub fn from_u128(width: u32, value: u128) -> BitVec {
        check_width(width);
        if width <= 128 {
            BitVec(Repr::Small { width, bits: value & small_mask(width) })
        } else {
            BitVec::from_limbs(width, vec![low_u64(value), high_u64(value)])
        }
    }

    /// The low `width` bits of the infinite two's complement form of `value`.
    pub fn from_i128(width: u32, value: i128) -> BitVec {
        let low = BitVec::from_u128(width.min(128), value.cast_unsigned());
        if width <= 128 { low } else { low.sext(width) }
    }

    /// One bit: 1 for true.
    pub fn from_bool(value: bool) -> BitVec {
        BitVec::from_u64(1, u64::from(value))
    }

    /// Eight bits for each byte, the first byte lowest.
    pub fn from_le_bytes(bytes: &[u8]) -> BitVec {
        let width = u32::try_from(bytes.len() * 8).expect("too many bytes for a bit-vector");
        let limbs = bytes
            .chunks(8)
            .map(|chunk| {
                let mut limb = [0; 8];
                limb[..chunk.len()].copy_from_slice(chunk);
                u64::from_le_bytes(limb)
            })
            .collect();
        BitVec::from_limbs(width, limbs)
    }

    /// The value as bytes, lowest first; a last partial byte is filled with zeros.
    pub fn to_le_bytes(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> = self.limbs().iter().flat_map(|l| l.to_le_bytes()).collect();
        bytes.truncate(to_usize(self.width().div_ceil(8)));
        bytes
    }

    pub fn zero(width: u32) -> BitVec {
        BitVec::from_u64(width, 0)
    }

    pub fn one(width: u32) -> BitVec {
        BitVec::from_u64(width, 1)
    }

    /// All bits set: the largest unsigned value, and -1.
    pub fn ones(width: u32) -> BitVec {
        BitVec::zero(width).not()
    }

    /// Only bit `bit` set.
    pub fn power_of_two(width: u32, bit: u32) -> BitVec {
        assert!(bit < width, "bit {bit} of a {width}-bit vector");
        BitVec::one(width).shl_by(bit)
    }

    /// The smallest signed value: only the sign bit set.
    pub fn signed_min(width: u32) -> BitVec {
        BitVec::power_of_two(width, width - 1)
    }

    /// The largest signed value: all but the sign bit set.
    pub fn signed_max(width: u32) -> BitVec {
        BitVec::signed_min(width).not()
    }

    pub fn width(&self) -> u32 {
        match self.0 {
            Repr::Small { width, .. } | Repr::Wide { width, .. } => width,
        }
    }

    /// The unsigned value, if it is below 2^64.
    pub fn to_u64(&self) -> Option<u64> {
        self.to_u128().and_then(|v| u64::try_from(v).ok())
    }

    /// The unsigned value, if it is below 2^128.
    pub fn to_u128(&self) -> Option<u128> {
        match &self.0 {
            Repr::Small { bits, .. } => Some(*bits),
            Repr::Wide { limbs, .. } => limbs[2..]
                .iter()
                .all(|&l| l == 0)
                .then(|| u128::from(limbs[1]) << 64 | u128::from(limbs[0])),
        }
    }

    /// The value read as two's complement, if it fits.
    pub fn to_i128(&self) -> Option<i128> {
        match &self.0 {
            Repr::Small { width, bits } => {
                let unused = 128 - width;
                Some((bits << unused).cast_signed() >> unused)
            }
            Repr::Wide { width, .. } => {
                let low = self.extract(127, 0);
                (low.sext(*width) == *self).then(|| low.to_i128()).flatten()
            }
        }
    }

    pub fn bit(&self, index: u32) -> bool {
        assert!(index < self.width(), "bit {index} of {self:?}");
        match &self.0 {
            Repr::Small { bits, .. } => bits >> index & 1 == 1,
            Repr::Wide { limbs, .. } => limbs[to_usize(index / 64)] >> (index % 64) & 1 == 1,
        }
    }

    pub fn is_negative(&self) -> bool {
        self.bit(self.width() - 1)
    }

    pub fn is_zero(&self) -> bool {
        match &self.0 {
            Repr::Small { bits, .. } => *bits == 0,
            Repr::Wide { limbs, .. } => limbs.iter().all(|&l| l == 0),
        }
    }

    pub fn is_one(&self) -> bool {
        self.to_u128() == Some(1)
    }

    pub fn is_ones(&self) -> bool {
        match &self.0 {
            Repr::Small { width, bits } => *bits == small_mask(*width),
            Repr::Wide { .. } => self.not().is_zero(),
        }
    }

    /// The position of the only set bit, if there is exactly one.
    pub fn exact_log2(&self) -> Option<u32> {
        (self.popcount() == 1).then(|| self.ctz())
    }

    pub fn popcount(&self) -> u32 {
        match &self.0 {
            Repr::Small { bits, .. } => bits.count_ones(),
            Repr::Wide { limbs, .. } => limbs.iter().map(|l| l.count_ones()).sum(),
        }
    }

    /// Zeros above the highest set bit; the width for zero.
    pub fn clz(&self) -> u32 {
        match &self.0 {
            Repr::Small { width, bits } => bits.leading_zeros() - (128 - width),
            Repr::Wide { width, limbs } => {
                let mut top = *width;
                for (i, l) in (0u32..).zip(limbs.iter()) {
                    if *l != 0 {
                        top = width - (64 * i + 64 - l.leading_zeros());
                    }
                }
                top
            }
        }
    }

    /// Zeros below the lowest set bit; the width for zero.
    pub fn ctz(&self) -> u32 {
        match &self.0 {
            Repr::Small { width, bits } => bits.trailing_zeros().min(*width),
            Repr::Wide { width, limbs } => (0u32..)
                .zip(limbs.iter())
                .find(|(_, l)| **l != 0)
                .map_or(*width, |(i, l)| 64 * i + l.trailing_zeros()),
        }
    }
}

/// Arithmetic modulo 2^width.
#[allow(clippy::should_implement_trait)] // The operands are taken by reference, as the others' are.
impl BitVec {
    pub fn add(&self, rhs: &BitVec) -> BitVec {
        self.binary(rhs, |a, b| a.wrapping_add(b), |a, b| limbs::add(a, b, false))
    }

    pub fn sub(&self, rhs: &BitVec) -> BitVec {
        self.binary(rhs, |a, b| a.wrapping_sub(b), |a, b| limbs::add(a, &limbs::not(b), true))
    }

    pub fn neg(&self) -> BitVec {
        BitVec::zero(self.width()).sub(self)
    }

    pub fn mul(&self, rhs: &BitVec) -> BitVec {
        self.binary(rhs, |a, b| a.wrapping_mul(b), |a, b| (big(a) * big(b)).to_u64_digits())
    }

    /// Unsigned quotient; all ones when `rhs` is zero.
    pub fn udiv(&self, rhs: &BitVec) -> BitVec {
        if rhs.is_zero() {
            self.check_same(rhs);
            return BitVec::ones(self.width());
        }
        self.binary(rhs, |a, b| a / b, |a, b| (big(a) / big(b)).to_u64_digits())
    }

    /// Unsigned remainder; `self` when `rhs` is zero.
    pub fn urem(&self, rhs: &BitVec) -> BitVec {
        if rhs.is_zero() {
            self.check_same(rhs);
            return self.clone();
        }
        self.binary(rhs, |a, b| a % b, |a, b| (big(a) % big(b)).to_u64_digits())
    }

    /// Signed quotient, rounded to zero; -1 or 1 when `rhs` is zero, as SMT-LIB has it.
    pub fn sdiv(&self, rhs: &BitVec) -> BitVec {
        let quotient = self.magnitude().udiv(&rhs.magnitude());
        if self.is_negative() == rhs.is_negative() { quotient } else { quotient.neg() }
    }

    /// Signed remainder with the sign of `self`; `self` when `rhs` is zero.
    pub fn srem(&self, rhs: &BitVec) -> BitVec {
        let remainder = self.magnitude().urem(&rhs.magnitude());
        if self.is_negative() { remainder.neg() } else { remainder }
    }

    /// The absolute value, read as unsigned.
    pub fn magnitude(&self) -> BitVec {
        if self.is_negative() { self.neg() } else { self.clone() }
    }

    /// The number that gives 1 when multiplied with `self`; there is one for odd numbers only.
    pub fn inverse(&self) -> Option<BitVec> {
        if !self.bit(0) {
            return None;
        }
        // Newton's iteration: an odd number is its own inverse modulo 8, and each round doubles the
        // number of correct bits.
        let two = BitVec::from_u64(self.width(), 2);
        let mut inverse = self.clone();
        let mut correct = 3;
        while correct < self.width() {
            inverse = inverse.mul(&two.sub(&self.mul(&inverse)));
            correct *= 2;
        }
        Some(inverse)
    }
}

/// Bits, shifts and slices.
#[allow(clippy::should_implement_trait)] // As above.
impl BitVec {
    pub fn and(&self, rhs: &BitVec) -> BitVec {
        self.binary(rhs, |a, b| a & b, |a, b| zip(a, b, |x, y| x & y))
    }

    pub fn or(&self, rhs: &BitVec) -> BitVec {
        self.binary(rhs, |a, b| a | b, |a, b| zip(a, b, |x, y| x | y))
    }

    pub fn xor(&self, rhs: &BitVec) -> BitVec {
        self.binary(rhs, |a, b| a ^ b, |a, b| zip(a, b, |x, y| x ^ y))
    }

    pub fn not(&self) -> BitVec {
        match &self.0 {
            Repr::Small { width, bits } => BitVec::from_u128(*width, !bits),
            Repr::Wide { width, limbs } => BitVec::from_limbs(*width, limbs::not(limbs)),
        }
    }

    /// `self` shifted left; zero when the amount reaches the width.
    pub fn shl(&self, amount: &BitVec) -> BitVec {
        self.check_same(amount);
        self.in_range(amount).map_or_else(|| BitVec::zero(self.width()), |k| self.shl_by(k))
    }

    /// `self` shifted right, zeros coming in; zero when the amount reaches the width.
    pub fn lshr(&self, amount: &BitVec) -> BitVec {
        self.check_same(amount);
        self.in_range(amount).map_or_else(|| BitVec::zero(self.width()), |k| self.lshr_by(k))
    }

    /// `self` shifted right, copies of the sign coming in.
    pub fn ashr(&self, amount: &BitVec) -> BitVec {
        self.check_same(amount);
        let last = self.width() - 1;
        let k = self.in_range(amount).unwrap_or(last);
        self.extract(last, k).sext(self.width())
    }

    /// `shl` by an amount below the width.
    pub fn shl_by(&self, amount: u32) -> BitVec {
        assert!(amount < self.width(), "shift of {self:?} by {amount}");
        match &self.0 {
            Repr::Small { width, bits } => BitVec::from_u128(*width, bits << amount),
            Repr::Wide { width, limbs } => {
                BitVec::from_limbs(*width, limbs::shl(limbs, amount, limbs.len()))
            }
        }
    }

    /// `lshr` by an amount below the width.
    pub fn lshr_by(&self, amount: u32) -> BitVec {
        assert!(amount < self.width(), "shift of {self:?} by {amount}");
        self.extract(self.width() - 1, amount).zext(self.width())
    }

    /// `self` above `low`.
    pub fn concat(&self, low: &BitVec) -> BitVec {
        let width = self.width() + low.width();
        if let (Repr::Small { bits: h, .. }, Repr::Small { bits: l, width: lw }) = (&self.0, &low.0)
            && width <= 128
        {
            return BitVec::from_u128(width, h << lw | l);
        }
        let len = limbs::count(width);
        let mut out = limbs::shl(&self.limbs(), low.width(), len);
        for (slot, limb) in out.iter_mut().zip(low.limbs()) {
            *slot |= limb;
        }
        BitVec::from_limbs(width, out)
    }

    /// Bits `low` to `high`, both included.
    pub fn extract(&self, high: u32, low: u32) -> BitVec {
        assert!(low <= high && high < self.width(), "bits {high}..{low} of {self:?}");
        let width = high - low + 1;
        match &self.0 {
            Repr::Small { bits, .. } => BitVec::from_u128(width, bits >> low),
            Repr::Wide { limbs, .. } => {
                BitVec::from_limbs(width, limbs::shr(limbs, low, limbs::count(width)))
            }
        }
    }

    /// Widened with zeros to `width` bits.
    pub fn zext(&self, width: u32) -> BitVec {
        assert!(width >= self.width(), "zext of {self:?} to {width}");
        match &self.0 {
            Repr::Small { bits, .. } => BitVec::from_u128(width, *bits),
            Repr::Wide { limbs, .. } => BitVec::from_limbs(width, limbs.to_vec()),
        }
    }

    /// Widened with copies of the sign to `width` bits.
    pub fn sext(&self, width: u32) -> BitVec {
        let wide = self.zext(width);
        if width > self.width() && self.is_negative() {
            wide.or(&BitVec::ones(width).shl_by(self.width()))
        } else {
            wide
        }
    }

    /// The low `width` bits.
    pub fn trunc(&self, width: u32) -> BitVec {
        self.extract(width - 1, 0)
    }
}

impl BitVec {
    fn from_limbs(width: u32, mut limbs: Vec<u64>) -> BitVec {
        check_width(width);
        if width <= 128 {
            let limb = |i: usize| u128::from(limbs.get(i).copied().unwrap_or(0));
            return BitVec::from_u128(width, limb(1) << 64 | limb(0));
        }
        limbs.resize(limbs::count(width), 0);
        limbs::mask(&mut limbs, width);
        BitVec(Repr::Wide { width, limbs: limbs.into() })
    }

    pub(super) fn limbs(&self) -> Vec<u64> {
        match &self.0 {
            Repr::Small { bits, .. } => vec![low_u64(*bits), high_u64(*bits)],
            Repr::Wide { limbs, .. } => limbs.to_vec(),
        }
    }

    /// The bits of a vector that is stored inline.
    pub(super) fn small_bits(&self) -> Option<u128> {
        match self.0 {
            Repr::Small { bits, .. } => Some(bits),
            Repr::Wide { .. } => None,
        }
    }

    pub(super) fn to_big(&self) -> BigUint {
        big(&self.limbs())
    }

    fn binary(
        &self,
        rhs: &BitVec,
        small: impl Fn(u128, u128) -> u128,
        wide: impl Fn(&[u64], &[u64]) -> Vec<u64>,
    ) -> BitVec {
        match (&self.0, &rhs.0) {
            (Repr::Small { width, bits: a }, Repr::Small { width: w, bits: b }) if width == w => {
                BitVec::from_u128(*width, small(*a, *b))
            }
            (Repr::Wide { width, limbs: a }, Repr::Wide { width: w, limbs: b }) if width == w => {
                BitVec::from_limbs(*width, wide(a, b))
            }
            _ => panic!("widths differ: {self:?} and {rhs:?}"),
        }
    }

    pub(super) fn check_same(&self, rhs: &BitVec) {
        assert_eq!(self.width(), rhs.width(), "widths differ: {self:?} and {rhs:?}");
    }

    /// A shift amount, if it is below the width.
    fn in_range(&self, amount: &BitVec) -> Option<u32> {
        let k = amount.to_u64().and_then(|k| u32::try_from(k).ok())?;
        (k < self.width()).then_some(k)
    }
}

fn check_width(width: u32) {
    assert!((1..=MAX_WIDTH).contains(&width), "a bit-vector of {width} bits");
}

fn small_mask(width: u32) -> u128 {
    u128::MAX >> (128 - width)
}

fn zip(a: &[u64], b: &[u64], op: impl Fn(u64, u64) -> u64) -> Vec<u64> {
    a.iter().zip(b).map(|(&x, &y)| op(x, y)).collect()
}

fn big(limbs: &[u64]) -> BigUint {
    // Half limbs, because this is the one slice that `BigUint` takes.
    let halves = limbs.iter().flat_map(|&l| {
        let low = u32::try_from(l & u64::from(u32::MAX)).expect("masked to 32 bits");
        let high = u32::try_from(l >> 32).expect("shifted to 32 bits");
        [low, high]
    });
    BigUint::new(halves.collect())
}
