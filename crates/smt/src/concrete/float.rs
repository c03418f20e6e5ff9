//! Floating-point arithmetic on bit patterns, in the six formats that C compilers use.
//!
//! A value is the bit pattern of its format in the low bits of a `u128`; the bits above are zero.
//! `Single` and `Double` run on the host's own `f32` and `f64`, so they are as fast and as native as
//! the program under analysis, down to the payload of a NaN. The other formats are computed in
//! software (`soft_float`). Every operation rounds to nearest, ties to even, unless it says otherwise.

use super::soft_float as soft;
use std::cmp::Ordering;

/// A floating-point format.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum FloatKind {
    /// IEEE binary16, C's `_Float16`.
    Half,
    /// The upper half of a `Single`, C's `__bf16`.
    BFloat,
    /// IEEE binary32, C's `float`.
    Single,
    /// IEEE binary64, C's `double`.
    Double,
    /// The 80-bit format of x87, `long double` on x86.
    X87,
    /// IEEE binary128, `long double` on AArch64 and RISC-V.
    Quad,
}

impl FloatKind {
    pub const ALL: [FloatKind; 6] = [
        FloatKind::Half,
        FloatKind::BFloat,
        FloatKind::Single,
        FloatKind::Double,
        FloatKind::X87,
        FloatKind::Quad,
    ];

    /// The size of a bit pattern.
    pub fn bits(self) -> u32 {
        match self {
            FloatKind::Half | FloatKind::BFloat => 16,
            FloatKind::Single => 32,
            FloatKind::Double => 64,
            FloatKind::X87 => 80,
            FloatKind::Quad => 128,
        }
    }

    /// The size of the exponent field.
    pub fn exponent_bits(self) -> u32 {
        match self {
            FloatKind::Half => 5,
            FloatKind::BFloat | FloatKind::Single => 8,
            FloatKind::Double => 11,
            FloatKind::X87 | FloatKind::Quad => 15,
        }
    }

    /// The bits of the significand, the leading one included.
    pub fn precision(self) -> u32 {
        match self {
            FloatKind::Half => 11,
            FloatKind::BFloat => 8,
            FloatKind::Single => 24,
            FloatKind::Double => 53,
            FloatKind::X87 => 64,
            FloatKind::Quad => 113,
        }
    }

    /// The bit pattern of +0; that of -0 is [`FloatKind::sign_mask`].
    pub fn zero(self) -> u128 {
        0
    }

    /// The pattern with only the sign bit set.
    pub fn sign_mask(self) -> u128 {
        1 << (self.bits() - 1)
    }

    /// All bits that a pattern of this format may use.
    pub fn mask(self) -> u128 {
        u128::MAX >> (128 - self.bits())
    }

    /// The bit pattern of +infinity.
    pub fn infinity(self) -> u128 {
        soft::infinity(self)
    }

    /// The bit pattern of a quiet NaN.
    pub fn quiet_nan(self) -> u128 {
        soft::quiet_nan(self)
    }
}

/// How [`round_to_integral`] chooses among the neighbours.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum RoundingMode {
    NearestEven,
    NearestAway,
    TowardPositive,
    TowardNegative,
    TowardZero,
}

impl RoundingMode {
    pub const ALL: [RoundingMode; 5] = [
        RoundingMode::NearestEven,
        RoundingMode::NearestAway,
        RoundingMode::TowardPositive,
        RoundingMode::TowardNegative,
        RoundingMode::TowardZero,
    ];
}

/// Evaluates `$native` with the operands as `f32` or `f64`, or `$soft` for the other formats.
macro_rules! dispatch {
    ($kind:expr, [$($x:ident),+], $native:expr, $soft:expr) => {
        match $kind {
            FloatKind::Single => {
                $(let $x = single($x);)+
                u128::from($native.to_bits())
            }
            FloatKind::Double => {
                $(let $x = double($x);)+
                u128::from($native.to_bits())
            }
            _ => $soft,
        }
    };
}

pub fn add(kind: FloatKind, a: u128, b: u128) -> u128 {
    dispatch!(kind, [a, b], (a + b), soft::add(kind, a, b))
}

pub fn sub(kind: FloatKind, a: u128, b: u128) -> u128 {
    dispatch!(kind, [a, b], (a - b), soft::sub(kind, a, b))
}

pub fn mul(kind: FloatKind, a: u128, b: u128) -> u128 {
    dispatch!(kind, [a, b], (a * b), soft::mul(kind, a, b))
}

pub fn div(kind: FloatKind, a: u128, b: u128) -> u128 {
    dispatch!(kind, [a, b], (a / b), soft::div(kind, a, b))
}

/// C's `fmod`: exact, with the sign of `a`.
pub fn rem(kind: FloatKind, a: u128, b: u128) -> u128 {
    dispatch!(kind, [a, b], (a % b), soft::rem(kind, a, b))
}

/// `a * b + c`, rounded once.
pub fn fma(kind: FloatKind, a: u128, b: u128, c: u128) -> u128 {
    dispatch!(kind, [a, b, c], a.mul_add(b, c), soft::fma(kind, a, b, c))
}

pub fn sqrt(kind: FloatKind, a: u128) -> u128 {
    dispatch!(kind, [a], a.sqrt(), soft::sqrt(kind, a))
}

/// Flips the sign bit, of a NaN too.
pub fn neg(kind: FloatKind, a: u128) -> u128 {
    a ^ kind.sign_mask()
}

/// Clears the sign bit, of a NaN too.
pub fn abs(kind: FloatKind, a: u128) -> u128 {
    a & !kind.sign_mask()
}

/// The order of two numbers; `None` if either is a NaN. The two zeros are equal.
pub fn compare(kind: FloatKind, a: u128, b: u128) -> Option<Ordering> {
    match kind {
        FloatKind::Single => single(a).partial_cmp(&single(b)),
        FloatKind::Double => double(a).partial_cmp(&double(b)),
        _ => soft::compare(kind, a, b),
    }
}

pub fn is_nan(kind: FloatKind, a: u128) -> bool {
    match kind {
        FloatKind::Single => single(a).is_nan(),
        FloatKind::Double => double(a).is_nan(),
        _ => soft::is_nan(kind, a),
    }
}

pub fn is_infinite(kind: FloatKind, a: u128) -> bool {
    abs(kind, a) == kind.infinity()
}

pub fn is_zero(kind: FloatKind, a: u128) -> bool {
    abs(kind, a) == 0
}

/// Whether the sign bit is set; a NaN has one too.
pub fn is_negative(kind: FloatKind, a: u128) -> bool {
    a & kind.sign_mask() != 0
}

/// C's `fmin`: the other operand if one is a NaN; of two zeros the negative one.
pub fn min(kind: FloatKind, a: u128, b: u128) -> u128 {
    match compare(kind, a, b) {
        None if is_nan(kind, a) => b,
        None | Some(Ordering::Less) => a,
        Some(Ordering::Greater) => b,
        Some(Ordering::Equal) if is_negative(kind, a) => a,
        Some(Ordering::Equal) => b,
    }
}

/// C's `fmax`: the other operand if one is a NaN; of two zeros the positive one.
pub fn max(kind: FloatKind, a: u128, b: u128) -> u128 {
    match compare(kind, a, b) {
        None if is_nan(kind, a) => b,
        None | Some(Ordering::Greater) => a,
        Some(Ordering::Less) => b,
        Some(Ordering::Equal) if is_negative(kind, a) => b,
        Some(Ordering::Equal) => a,
    }
}

pub fn round_to_integral(kind: FloatKind, mode: RoundingMode, a: u128) -> u128 {
    dispatch!(
        kind,
        [a],
        match mode {
            RoundingMode::NearestEven => a.round_ties_even(),
            RoundingMode::NearestAway => a.round(),
            RoundingMode::TowardPositive => a.ceil(),
            RoundingMode::TowardNegative => a.floor(),
            RoundingMode::TowardZero => a.trunc(),
        },
        soft::round_to_integral(kind, mode, a)
    )
}

/// The nearest number of format `to`; a signalling NaN becomes quiet.
pub fn convert(from: FloatKind, to: FloatKind, a: u128) -> u128 {
    match (from, to) {
        (FloatKind::Single, FloatKind::Double) => u128::from(f64::from(single(a)).to_bits()),
        // The narrowing cast of floats rounds to nearest even, which is what is meant here.
        (FloatKind::Double, FloatKind::Single) => u128::from((double(a) as f32).to_bits()),
        _ if from == to => a,
        _ => soft::convert(from, to, a),
    }
}

/// The bit pattern of a host `double`, for callers that hold one.
pub fn from_f64(value: f64) -> u128 {
    u128::from(value.to_bits())
}

/// The bit pattern of a host `float`.
pub fn from_f32(value: f32) -> u128 {
    u128::from(value.to_bits())
}

fn single(bits: u128) -> f32 {
    f32::from_bits(u32::try_from(bits).expect("a pattern of 32 bits"))
}

fn double(bits: u128) -> f64 {
    f64::from_bits(u64::try_from(bits).expect("a pattern of 64 bits"))
}
