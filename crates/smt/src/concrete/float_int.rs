//! Conversions between floating-point numbers and integers of any width.
//!
//! To a float they round to nearest even. To an integer they truncate, and answer `None` for a NaN
//! and for what the integer type cannot hold: the case that C leaves undefined.

use super::bitvec::BitVec;
use super::float::{self, FloatKind};
use super::soft_float as soft;

/// The nearest float to `value` read as two's complement.
pub fn from_signed(kind: FloatKind, value: &BitVec) -> u128 {
    if let (Some(v), FloatKind::Single | FloatKind::Double) = (value.to_i128(), kind) {
        // The casts from an integer to a float round to nearest even.
        return match kind {
            FloatKind::Single => float::from_f32(v as f32),
            _ => float::from_f64(v as f64),
        };
    }
    let magnitude = from_unsigned(kind, &value.magnitude());
    if value.is_negative() { float::neg(kind, magnitude) } else { magnitude }
}

/// The nearest float to `value` read as unsigned.
pub fn from_unsigned(kind: FloatKind, value: &BitVec) -> u128 {
    match (value.to_u128(), kind) {
        // As above.
        (Some(v), FloatKind::Single) => float::from_f32(v as f32),
        (Some(v), FloatKind::Double) => float::from_f64(v as f64),
        (Some(v), _) => soft::scaled(kind, v, 0),
        (None, _) => {
            // The top 127 bits, and below them one bit that stands for all the rest: more than any
            // precision plus two, so rounding sees no difference.
            let length = value.width() - value.clz();
            let dropped = length - 127;
            let top = value.extract(length - 1, dropped).to_u128();
            let top = top.expect("127 bits fit in u128");
            let rest = value.ctz() < dropped;
            let exponent = i32::try_from(dropped - 1).expect("widths fit in i32");
            soft::scaled(kind, top << 1 | u128::from(rest), exponent)
        }
    }
}

/// The integer part of `a` as two's complement of `width` bits.
pub fn to_signed(kind: FloatKind, a: u128, width: u32) -> Option<BitVec> {
    let magnitude = integer_part(kind, a, width)?;
    if float::is_negative(kind, a) {
        // -2^(width-1) is the one magnitude with the sign bit set that has a signed form.
        magnitude.ule(&BitVec::signed_min(width)).then(|| magnitude.neg())
    } else {
        (!magnitude.is_negative()).then_some(magnitude)
    }
}

/// The integer part of `a` as an unsigned number of `width` bits. What truncates to zero from below
/// is zero, as in C.
pub fn to_unsigned(kind: FloatKind, a: u128, width: u32) -> Option<BitVec> {
    let magnitude = integer_part(kind, a, width)?;
    (magnitude.is_zero() || !float::is_negative(kind, a)).then_some(magnitude)
}

/// The magnitude of `a` without its fraction, if it is below 2^width.
fn integer_part(kind: FloatKind, a: u128, width: u32) -> Option<BitVec> {
    if float::is_nan(kind, a) || float::is_infinite(kind, a) {
        return None;
    }
    let (significand, exponent) = soft::decompose(kind, a);
    let (significand, shift) = match u32::try_from(exponent) {
        Ok(shift) => (significand, shift),
        Err(_) => {
            let down = exponent.unsigned_abs();
            (significand.checked_shr(down).unwrap_or(0), 0)
        }
    };
    if significand == 0 {
        return Some(BitVec::zero(width));
    }
    let length = 128 - significand.leading_zeros() + shift;
    (length <= width).then(|| BitVec::from_u128(width, significand).shl_by(shift))
}
