//! A floating-point number of any format: its bit pattern and what C does with it.

use margay_smt::concrete::{float, float_int};
use margay_smt::{BitVec, FloatKind, RoundingMode};
use rustc_apfloat::{Float, Round, ieee};
use std::cmp::Ordering;
use std::ops::{Add, Div, Mul, Neg, Sub};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Num {
    pub kind: FloatKind,
    pub bits: u128,
}

/// Evaluates `$body` with the type `$F` standing for the format `$kind`.
macro_rules! with_format {
    ($kind:expr, $F:ident => $body:expr) => {
        match $kind {
            FloatKind::Half => {
                type $F = ieee::Half;
                $body
            }
            FloatKind::BFloat => {
                type $F = ieee::BFloat;
                $body
            }
            FloatKind::Single => {
                type $F = ieee::Single;
                $body
            }
            FloatKind::Double => {
                type $F = ieee::Double;
                $body
            }
            FloatKind::X87 => {
                type $F = ieee::X87DoubleExtended;
                $body
            }
            FloatKind::Quad => {
                type $F = ieee::Quad;
                $body
            }
        }
    };
}

impl Num {
    pub fn new(kind: FloatKind, bits: u128) -> Num {
        Num { kind, bits }
    }

    pub fn zero(kind: FloatKind) -> Num {
        Num::new(kind, 0)
    }

    pub fn infinity(kind: FloatKind) -> Num {
        Num::new(kind, kind.infinity())
    }

    /// What x86 gives for an invalid operation: a quiet NaN with the sign set.
    pub fn invalid(kind: FloatKind) -> Num {
        Num::new(kind, kind.quiet_nan() | kind.sign_mask())
    }

    pub fn from_f64(kind: FloatKind, value: f64) -> Num {
        Num::new(FloatKind::Double, u128::from(value.to_bits())).convert(kind)
    }

    pub fn from_i64(kind: FloatKind, value: i64) -> Num {
        Num::new(kind, float_int::from_signed(kind, &BitVec::from_i128(64, i128::from(value))))
    }

    /// The nearest double.
    pub fn to_f64(self) -> f64 {
        let bits = self.convert(FloatKind::Double).bits;
        f64::from_bits(u64::try_from(bits).expect("a double has 64 bits"))
    }

    /// The nearest float.
    pub fn to_f32(self) -> f32 {
        let bits = self.convert(FloatKind::Single).bits;
        f32::from_bits(u32::try_from(bits).expect("a float has 32 bits"))
    }

    pub fn convert(self, to: FloatKind) -> Num {
        Num::new(to, float::convert(self.kind, to, self.bits))
    }

    pub fn is_nan(self) -> bool {
        float::is_nan(self.kind, self.bits)
    }

    pub fn is_infinite(self) -> bool {
        float::is_infinite(self.kind, self.bits)
    }

    pub fn is_finite(self) -> bool {
        !self.is_nan() && !self.is_infinite()
    }

    pub fn is_zero(self) -> bool {
        float::is_zero(self.kind, self.bits)
    }

    /// Whether the sign bit is set.
    pub fn is_negative(self) -> bool {
        float::is_negative(self.kind, self.bits)
    }

    /// Finite, not zero, and below the smallest number of full precision.
    pub fn is_subnormal(self) -> bool {
        with_format!(self.kind, F => F::from_bits(self.bits).is_denormal())
    }

    pub fn is_signaling(self) -> bool {
        with_format!(self.kind, F => F::from_bits(self.bits).is_signaling())
    }

    pub fn abs(self) -> Num {
        Num::new(self.kind, float::abs(self.kind, self.bits))
    }

    pub fn copysign(self, sign: Num) -> Num {
        if self.is_negative() == sign.is_negative() { self } else { -self }
    }

    /// Of a negative number, what the hardware gives for an invalid operation.
    pub fn sqrt(self) -> Num {
        if self.is_negative() && !self.is_zero() && !self.is_nan() {
            return Num::invalid(self.kind);
        }
        Num::new(self.kind, float::sqrt(self.kind, self.bits))
    }

    pub fn fmod(self, by: Num) -> Num {
        self.or_invalid(by, |a, b| float::rem(self.kind, a, b))
    }

    /// IEEE's remainder: the quotient is rounded to nearest.
    pub fn remainder(self, by: Num) -> Num {
        self.or_invalid(by, |a, b| {
            with_format!(self.kind, F => {
                F::from_bits(a).ieee_rem(F::from_bits(b)).value.to_bits()
            })
        })
    }

    /// A remainder; without one, the hardware's invalid NaN.
    fn or_invalid(self, by: Num, rem: impl FnOnce(u128, u128) -> u128) -> Num {
        if self.is_nan() || by.is_nan() {
            return self + by;
        }
        if self.is_infinite() || by.is_zero() {
            return Num::invalid(self.kind);
        }
        Num::new(self.kind, rem(self.bits, by.bits))
    }

    pub fn fma(self, factor: Num, summand: Num) -> Num {
        Num::new(self.kind, float::fma(self.kind, self.bits, factor.bits, summand.bits))
    }

    pub fn min(self, other: Num) -> Num {
        Num::new(self.kind, float::min(self.kind, self.bits, other.bits))
    }

    pub fn max(self, other: Num) -> Num {
        Num::new(self.kind, float::max(self.kind, self.bits, other.bits))
    }

    pub fn round(self, mode: RoundingMode) -> Num {
        Num::new(self.kind, float::round_to_integral(self.kind, mode, self.bits))
    }

    /// The integer part as two's complement of `bits` bits, if it fits.
    pub fn to_integer(self, bits: u32) -> Option<u64> {
        float_int::to_signed(self.kind, self.bits, bits).and_then(|value| value.to_u64())
    }

    /// `self * 2^exponent`, rounded once.
    pub fn scale(self, exponent: i32) -> Num {
        let round = Round::NearestTiesToEven;
        let bits = with_format!(self.kind, F => F::from_bits(self.bits).scalbn_r(exponent, round).to_bits());
        Num::new(self.kind, bits)
    }

    /// The exponent of a number that is finite and not zero.
    pub fn exponent(self) -> i32 {
        with_format!(self.kind, F => F::from_bits(self.bits).ilogb())
    }

    /// The next number up.
    pub fn next_up(self) -> Num {
        Num::new(
            self.kind,
            with_format!(self.kind, F => F::from_bits(self.bits).next_up().value.to_bits()),
        )
    }

    pub fn next_down(self) -> Num {
        Num::new(
            self.kind,
            with_format!(self.kind, F => F::from_bits(self.bits).next_down().value.to_bits()),
        )
    }
}

impl PartialOrd for Num {
    fn partial_cmp(&self, other: &Num) -> Option<Ordering> {
        float::compare(self.kind, self.bits, other.bits)
    }
}

impl Add for Num {
    type Output = Num;

    fn add(self, other: Num) -> Num {
        Num::new(self.kind, float::add(self.kind, self.bits, other.bits))
    }
}

impl Sub for Num {
    type Output = Num;

    fn sub(self, other: Num) -> Num {
        Num::new(self.kind, float::sub(self.kind, self.bits, other.bits))
    }
}

impl Mul for Num {
    type Output = Num;

    fn mul(self, other: Num) -> Num {
        Num::new(self.kind, float::mul(self.kind, self.bits, other.bits))
    }
}

impl Div for Num {
    type Output = Num;

    fn div(self, other: Num) -> Num {
        Num::new(self.kind, float::div(self.kind, self.bits, other.bits))
    }
}

impl Neg for Num {
    type Output = Num;

    fn neg(self) -> Num {
        Num::new(self.kind, float::neg(self.kind, self.bits))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn double(value: f64) -> Num {
        Num::from_f64(FloatKind::Double, value)
    }

    #[test]
    fn scaling_rounds_once() {
        assert_eq!(double(1.5).scale(-1074).to_f64(), f64::from_bits(2));
        assert_eq!(double(1.0).scale(2000).to_f64(), f64::INFINITY);
        assert_eq!(double(f64::from_bits(1)).exponent(), -1074);
    }

    #[test]
    fn neighbours_of_x87_numbers_keep_their_leading_bit() {
        let one = Num::from_f64(FloatKind::X87, 1.0);
        assert_eq!(one.next_up().bits - one.bits, 1);
        assert_eq!(one.next_down().bits, 0x3ffe_ffff_ffff_ffff_ffff);
    }

    #[test]
    fn invalid_operations_have_the_hardware_sign() {
        assert!(double(-1.0).sqrt().is_negative());
        assert!(double(1.0).fmod(double(0.0)).is_negative());
        assert_eq!(double(5.5).remainder(double(2.0)).to_f64(), -0.5);
    }
}
