//! Exact decimal digits of `mantissa * 2^exponent`.
//!
//! Small numbers go through 128-bit arithmetic, the rest through big integers; the
//! digits are the same.

use num_bigint::BigUint;

/// Digits of a number in scientific notation: `d.ddd * 10^exponent`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scientific {
    /// ASCII digits, the first one not zero.
    pub digits: Vec<u8>,
    pub exponent: i32,
}

/// Digits before and after the point, `places` of the latter.
pub fn fixed(mantissa: u128, exponent: i32, places: usize) -> (Vec<u8>, Vec<u8>) {
    // A number with n bits after the binary point has n digits after the decimal one.
    let bits_behind = exponent.min(0).unsigned_abs() as usize;
    let exact = places.min(bits_behind);
    let scale = i32::try_from(exact).expect("fewer than the bits of an exponent");
    let mut whole = scaled(mantissa, exponent, scale);
    if whole.len() <= exact {
        let missing = exact + 1 - whole.len();
        whole.splice(0..0, std::iter::repeat_n(b'0', missing));
    }
    let mut fraction = whole.split_off(whole.len() - exact);
    fraction.resize(places, b'0');
    (whole, fraction)
}

/// The first `count` significant digits, at least one, rounded.
pub fn scientific(mantissa: u128, exponent: i32, count: usize) -> Scientific {
    // More digits than these are zeros: log10(2) digits for each bit before the point, one for each bit after it.
    let most = 40 + exponent.unsigned_abs() as usize;
    let wanted = count.clamp(1, most);
    let mut power = power_below(mantissa, exponent);
    let digits = loop {
        let scale = i32::try_from(wanted).expect("bounded by the exponent") - 1 - power;
        let digits = scaled(mantissa, exponent, scale);
        if digits.len() <= wanted {
            break digits;
        }
        // The estimate was one short, or rounding carried into a new digit.
        power += 1;
    };
    let mut digits = digits;
    digits.resize(count.max(1), b'0');
    Scientific { digits, exponent: power }
}

/// The power of ten at or just below a number; at most one too small.
fn power_below(mantissa: u128, exponent: i32) -> i32 {
    let top = i64::from(127 - mantissa.leading_zeros().cast_signed()) + i64::from(exponent);
    // 1233 / 4096 and the like are not exact enough for quad exponents.
    let estimate = (top * 1_292_913_986).div_euclid(1 << 32);
    i32::try_from(estimate).expect("smaller than the binary exponent")
}

/// ASCII digits of `mantissa * 2^exponent * 10^scale`, rounded to an integer.
fn scaled(mantissa: u128, exponent: i32, scale: i32) -> Vec<u8> {
    match scaled_small(mantissa, exponent, scale) {
        Some(value) => value.to_string().into_bytes(),
        None => scaled_big(mantissa, exponent, scale).to_str_radix(10).into_bytes(),
    }
}

fn scaled_small(mantissa: u128, exponent: i32, scale: i32) -> Option<u128> {
    let ten = 10u128.checked_pow(scale.unsigned_abs())?;
    let up = if exponent > 0 { exponent.unsigned_abs() } else { 0 };
    if up >= mantissa.leading_zeros() {
        return None;
    }
    let mut numerator = mantissa << up;
    if scale >= 0 {
        numerator = numerator.checked_mul(ten)?;
    }
    let down = exponent.min(0).unsigned_abs();
    match (scale < 0, down) {
        (false, 0) => Some(numerator),
        (false, down) if down >= 128 => (numerator < 1 << 127).then_some(0),
        (false, down) => {
            let quotient = numerator >> down;
            let rest = numerator & ((1 << down) - 1);
            let half = 1u128 << (down - 1);
            Some(quotient + u128::from(rest > half || rest == half && quotient & 1 == 1))
        }
        (true, 0) => {
            let (quotient, rest) = (numerator / ten, numerator % ten);
            let twice = rest.checked_mul(2)?;
            Some(quotient + u128::from(twice > ten || twice == ten && quotient & 1 == 1))
        }
        (true, _) => None,
    }
}

fn scaled_big(mantissa: u128, exponent: i32, scale: i32) -> BigUint {
    let ten = BigUint::from(10u32).pow(scale.unsigned_abs());
    let mut numerator = BigUint::from(mantissa);
    let mut denominator = BigUint::from(1u32);
    if scale >= 0 {
        numerator *= ten;
    } else {
        denominator = ten;
    }
    let shift = u64::from(exponent.unsigned_abs());
    if exponent >= 0 {
        numerator <<= shift;
    } else if scale >= 0 {
        return round_shift(numerator, shift);
    } else {
        denominator <<= shift;
    }
    if scale >= 0 {
        return numerator;
    }
    let quotient = &numerator / &denominator;
    let twice = (numerator - &quotient * &denominator) << 1u32;
    match twice.cmp(&denominator) {
        std::cmp::Ordering::Less => quotient,
        std::cmp::Ordering::Equal if !quotient.bit(0) => quotient,
        _ => quotient + 1u32,
    }
}

/// `number / 2^shift` to the nearest, ties to even.
fn round_shift(number: BigUint, shift: u64) -> BigUint {
    if shift == 0 {
        return number;
    }
    let half = number.bit(shift - 1);
    let more = number.trailing_zeros().is_some_and(|zeros| zeros < shift - 1);
    let quotient = number >> shift;
    if half && (more || quotient.bit(0)) { quotient + 1u32 } else { quotient }
}

#[cfg(test)]
mod tests {
    use super::super::{Class, FloatKind, decode};
    use super::*;

    fn parts(value: f64) -> (u128, i32) {
        match decode(u128::from(value.to_bits()), FloatKind::Double).class {
            Class::Finite { mantissa, exponent } => (mantissa, exponent),
            _ => panic!("finite"),
        }
    }

    fn fixed_text(value: f64, places: usize) -> String {
        let (mantissa, exponent) = parts(value);
        let (whole, fraction) = fixed(mantissa, exponent, places);
        format!("{}.{}", String::from_utf8(whole).unwrap(), String::from_utf8(fraction).unwrap())
    }

    #[test]
    fn ties_go_to_even() {
        assert_eq!(fixed_text(0.5, 0), "0.");
        assert_eq!(fixed_text(1.5, 0), "2.");
        assert_eq!(fixed_text(2.5, 0), "2.");
        assert_eq!(fixed_text(0.125, 2), "0.12");
        assert_eq!(fixed_text(0.375, 2), "0.38");
        assert_eq!(fixed_text(1e23, 0), "99999999999999991611392.");
    }

    #[test]
    fn small_and_big_arithmetic_agree() {
        let mut seed = 0x1234_5678_9abc_def1u64;
        for _ in 0..2000 {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            let mantissa = u128::from(seed >> (seed & 31));
            let exponent = i32::try_from(seed >> 40 & 0x7f).unwrap() - 80;
            let scale = i32::try_from(seed >> 50 & 0x1f).unwrap() - 12;
            if let Some(small) = scaled_small(mantissa.max(1), exponent, scale) {
                assert_eq!(BigUint::from(small), scaled_big(mantissa.max(1), exponent, scale));
            }
        }
    }

    #[test]
    fn denormals_have_all_their_digits() {
        let least = f64::from_bits(1);
        let (mantissa, exponent) = parts(least);
        let digits = scientific(mantissa, exponent, 20);
        assert_eq!(digits.digits, b"49406564584124654418");
        assert_eq!(digits.exponent, -324);
        let (whole, fraction) = fixed(mantissa, exponent, 1080);
        assert_eq!(whole, b"0");
        assert_eq!(fraction.len(), 1080);
        assert_eq!(&fraction[1065..], b"447265625000000");
        assert_eq!(&fraction[1074..], b"000000");
    }

    #[test]
    fn rounding_may_carry_into_a_new_digit() {
        let (mantissa, exponent) = parts(9.9996);
        let digits = scientific(mantissa, exponent, 4);
        assert_eq!((digits.digits, digits.exponent), (b"1000".to_vec(), 1));
        let (mantissa, exponent) = parts(1e-5);
        let digits = scientific(mantissa, exponent, 6);
        assert_eq!((digits.digits, digits.exponent), (b"100000".to_vec(), -5));
    }
}
