//! Floating point in software, for the formats that Rust has no type for.
//!
//! A thin layer over `rustc_apfloat`, a port of LLVM's own, plus a correctly rounded square root,
//! which it lacks. Every function works for every format, so the tests hold `Single` and `Double`
//! computed here against the hardware.

use super::float::{FloatKind, RoundingMode};
use num_bigint::BigUint;
use rustc_apfloat::{Float, FloatConvert, Round, ieee};
use std::cmp::Ordering;

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

/// A NaN that an invalid operation makes of numbers is negative on x86, in hardware and in
/// libgcc alike; one that is passed on keeps its sign.
fn signed_nan(kind: FloatKind, operands: &[u128], result: u128) -> u128 {
    let nan = |bits: &u128| super::float::is_nan(kind, *bits);
    if nan(&result) && !operands.iter().any(nan) { result | kind.sign_mask() } else { result }
}

const NEAREST: Round = Round::NearestTiesToEven;

pub(super) fn add(kind: FloatKind, a: u128, b: u128) -> u128 {
    let result =
        with_format!(kind, F => F::from_bits(a).add_r(F::from_bits(b), NEAREST).value.to_bits());
    signed_nan(kind, &[a, b], result)
}

pub(super) fn sub(kind: FloatKind, a: u128, b: u128) -> u128 {
    let result =
        with_format!(kind, F => F::from_bits(a).sub_r(F::from_bits(b), NEAREST).value.to_bits());
    signed_nan(kind, &[a, b], result)
}

pub(super) fn mul(kind: FloatKind, a: u128, b: u128) -> u128 {
    let result =
        with_format!(kind, F => F::from_bits(a).mul_r(F::from_bits(b), NEAREST).value.to_bits());
    signed_nan(kind, &[a, b], result)
}

pub(super) fn div(kind: FloatKind, a: u128, b: u128) -> u128 {
    let result =
        with_format!(kind, F => F::from_bits(a).div_r(F::from_bits(b), NEAREST).value.to_bits());
    signed_nan(kind, &[a, b], result)
}

pub(super) fn rem(kind: FloatKind, a: u128, b: u128) -> u128 {
    with_format!(kind, F => F::from_bits(a).c_fmod(F::from_bits(b)).value.to_bits())
}

pub(super) fn fma(kind: FloatKind, a: u128, b: u128, c: u128) -> u128 {
    let result = with_format!(kind, F => {
        F::from_bits(a).mul_add_r(F::from_bits(b), F::from_bits(c), NEAREST).value.to_bits()
    });
    signed_nan(kind, &[a, b, c], result)
}

pub(super) fn compare(kind: FloatKind, a: u128, b: u128) -> Option<Ordering> {
    with_format!(kind, F => F::from_bits(a).partial_cmp(&F::from_bits(b)))
}

pub(super) fn is_nan(kind: FloatKind, a: u128) -> bool {
    with_format!(kind, F => F::from_bits(a).is_nan())
}

pub(super) fn infinity(kind: FloatKind) -> u128 {
    with_format!(kind, F => F::INFINITY.to_bits())
}

pub(super) fn quiet_nan(kind: FloatKind) -> u128 {
    with_format!(kind, F => F::NAN.to_bits())
}

pub(super) fn round_to_integral(kind: FloatKind, mode: RoundingMode, a: u128) -> u128 {
    let mode = match mode {
        RoundingMode::NearestEven => Round::NearestTiesToEven,
        RoundingMode::NearestAway => Round::NearestTiesToAway,
        RoundingMode::TowardPositive => Round::TowardPositive,
        RoundingMode::TowardNegative => Round::TowardNegative,
        RoundingMode::TowardZero => Round::TowardZero,
    };
    with_format!(kind, F => F::from_bits(a).round_to_integral(mode).value.to_bits())
}

pub(super) fn convert(from: FloatKind, to: FloatKind, a: u128) -> u128 {
    with_format!(from, F => {
        let value = F::from_bits(a);
        with_format!(to, T => {
            let converted: T = value.convert_r(NEAREST, &mut false).value;
            converted.to_bits()
        })
    })
}

/// `significand * 2^exponent` rounded to the nearest; the sign is the caller's.
pub(super) fn scaled(kind: FloatKind, significand: u128, exponent: i32) -> u128 {
    with_format!(kind, F => {
        F::from_u128_r(significand, NEAREST).value.scalbn_r(exponent, NEAREST).to_bits()
    })
}

pub(super) fn sqrt(kind: FloatKind, a: u128) -> u128 {
    with_format!(kind, F => {
        let value = F::from_bits(a);
        if value.is_nan() || value.is_zero() {
            // Adding a NaN to itself makes it quiet; adding a zero to itself keeps its sign.
            return value.add_r(value, NEAREST).value.to_bits();
        }
        if value.is_negative() {
            return signed_nan(kind, &[a], quiet_nan(kind));
        }
        if value.is_infinite() {
            return a;
        }
    });
    let (significand, exponent) = decompose(kind, a);
    // The root is taken of an integer wide enough that its root has two bits more than the result.
    // A last bit that says whether the root was inexact then makes the final rounding correct.
    let wanted = 2 * (kind.precision() + 2);
    let have = 128 - significand.leading_zeros();
    let mut shift = wanted.saturating_sub(have);
    if (exponent - signed(shift)).rem_euclid(2) == 1 {
        shift += 1;
    }
    let square = BigUint::from(significand) << shift;
    let root = square.sqrt();
    let inexact = &root * &root != square;
    let root = u128::try_from(root).expect("a root has at most 117 bits");
    let significand = root << 1 | u128::from(inexact);
    scaled(kind, significand, (exponent - signed(shift)) / 2 - 1)
}

/// A finite number's magnitude as `significand * 2^exponent`.
pub(super) fn decompose(kind: FloatKind, a: u128) -> (u128, i32) {
    // The x87 format stores the leading one of its significand; the others imply it.
    let fraction_bits = match kind {
        FloatKind::X87 => 64,
        _ => kind.precision() - 1,
    };
    let bias = (1 << (kind.exponent_bits() - 1)) - 1;
    let fraction = a & ((1 << fraction_bits) - 1);
    let field = (a & !kind.sign_mask()) >> fraction_bits;
    let field = i32::try_from(field).expect("an exponent field has at most 15 bits");
    let implied = field != 0 && kind != FloatKind::X87;
    let significand = fraction | u128::from(implied) << fraction_bits;
    (significand, field.max(1) - bias - signed(kind.precision() - 1))
}

fn signed(n: u32) -> i32 {
    i32::try_from(n).expect("a count of bits fits in i32")
}
