//! Text to floating-point numbers, by the grammar of `strtod`.
//!
//! The result is correctly rounded for every length of input.

use super::{FloatKind, Format};
use num_bigint::BigUint;

/// A number read from text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parsed {
    pub bits: u128,
    /// Bytes read, leading space included.
    pub consumed: usize,
    pub range: Range,
}

/// Whether `strtod` sets `errno` to `ERANGE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Range {
    Fits,
    Overflow,
    /// Below the smallest normal number, and not exact.
    Underflow,
}

/// Reads a number at the start of `text`; `None` if there is none.
pub fn parse_float(text: &[u8], kind: FloatKind) -> Option<Parsed> {
    let format = Format::of(kind);
    let mut at = text.iter().take_while(|byte| is_space(**byte)).count();
    let negative = match text.get(at) {
        Some(b'-') => {
            at += 1;
            true
        }
        Some(b'+') => {
            at += 1;
            false
        }
        _ => false,
    };
    let sign = if negative { format.sign_bit() } else { 0 };
    let rest = &text[at..];
    let found = special(rest, format)
        .or_else(|| hexadecimal(rest, format))
        .or_else(|| decimal(rest, format, kind))?;
    Some(Parsed { bits: found.bits | sign, consumed: at + found.consumed, range: found.range })
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

fn starts_with(text: &[u8], word: &[u8]) -> bool {
    text.len() >= word.len() && text[..word.len()].eq_ignore_ascii_case(word)
}

fn special(text: &[u8], format: Format) -> Option<Parsed> {
    let fits = |bits, consumed| Some(Parsed { bits, consumed, range: Range::Fits });
    if starts_with(text, b"infinity") {
        return fits(format.infinity(), 8);
    }
    if starts_with(text, b"inf") {
        return fits(format.infinity(), 3);
    }
    if !starts_with(text, b"nan") {
        return None;
    }
    let inner = text[3..].strip_prefix(b"(").unwrap_or(b"");
    let len =
        inner.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    if inner.get(len) != Some(&b')') {
        return fits(format.quiet_nan(), 3);
    }
    let payload = payload(&inner[..len]) & ((1 << (format.precision - 2)) - 1);
    fits(format.quiet_nan() | payload, 3 + len + 2)
}

/// The number in `nan(...)` as `strtoull` reads it with base 0; 0 unless all of it is one.
fn payload(text: &[u8]) -> u128 {
    let (digits, base) = match text {
        [b'0', b'x' | b'X', rest @ ..] => (rest, 16),
        [b'0', rest @ ..] if !rest.is_empty() => (rest, 8),
        _ => (text, 10),
    };
    let digits = std::str::from_utf8(digits).unwrap_or("");
    u64::from_str_radix(digits, base).map_or(0, u128::from)
}

fn hexadecimal(text: &[u8], format: Format) -> Option<Parsed> {
    let [b'0', b'x' | b'X', rest @ ..] = text else { return None };
    // As many digits as surely hold the bits that count; of the rest only whether they are zero.
    const KEPT_BITS: u32 = 120;
    let (mut mantissa, mut exponent, mut sticky) = (0u128, 0i64, false);
    let (mut at, mut digits, mut point) = (0, 0, false);
    while let Some(byte) = rest.get(at) {
        if *byte == b'.' && !point {
            point = true;
            at += 1;
            continue;
        }
        let Some(digit) = char::from(*byte).to_digit(16) else { break };
        if mantissa >> KEPT_BITS == 0 {
            mantissa = mantissa << 4 | u128::from(digit);
            exponent -= if point { 4 } else { 0 };
        } else {
            sticky |= digit != 0;
            exponent += if point { 0 } else { 4 };
        }
        digits += 1;
        at += 1;
    }
    if digits == 0 {
        // `0x` without digits is the number 0 before an `x`.
        return None;
    }
    let (power, len) = exponent_part(&rest[at..], b'p');
    let exponent = exponent.saturating_add(power);
    let (bits, range) = encode(mantissa, exponent, sticky, format);
    Some(Parsed { bits, consumed: 2 + at + len, range })
}

fn decimal(text: &[u8], format: Format, kind: FloatKind) -> Option<Parsed> {
    let whole = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let mut at = whole;
    let mut places = 0;
    if text.get(at) == Some(&b'.') {
        places = text[at + 1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        if whole + places > 0 {
            at += 1 + places;
        }
    }
    if whole + places == 0 {
        return None;
    }
    let (power, len) = exponent_part(&text[at..], b'e');
    let consumed = at + len;
    let fraction = if places > 0 { &text[whole + 1..whole + 1 + places] } else { b"" };
    let mut digits: Vec<u8> = text[..whole].iter().chain(fraction).copied().collect();
    let mut power = power.saturating_sub(i64::try_from(places).unwrap_or(i64::MAX));
    let zeros = digits.iter().take_while(|digit| **digit == b'0').count();
    digits.drain(..zeros);
    while digits.last() == Some(&b'0') {
        digits.pop();
        power = power.saturating_add(1);
    }
    let (bits, range) = from_decimal(&digits, power, format, kind);
    Some(Parsed { bits, consumed, range })
}

/// An exponent and its length: nothing unless a digit follows the letter.
fn exponent_part(text: &[u8], letter: u8) -> (i64, usize) {
    let none = (0, 0);
    if !text.first().is_some_and(|byte| byte.eq_ignore_ascii_case(&letter)) {
        return none;
    }
    let (negative, start) = match text.get(1) {
        Some(b'-') => (true, 2),
        Some(b'+') => (false, 2),
        _ => (false, 1),
    };
    let digits = text[start..].iter().take_while(|byte| byte.is_ascii_digit());
    let (value, len) = digits.fold((0i64, 0), |(value, len), digit| {
        (value.saturating_mul(10).saturating_add(i64::from(digit - b'0')), len + 1)
    });
    if len == 0 { none } else { (if negative { -value } else { value }, start + len) }
}

/// `digits * 10^power`; the digits neither start nor end with a zero.
fn from_decimal(digits: &[u8], power: i64, format: Format, kind: FloatKind) -> (u128, Range) {
    if digits.is_empty() {
        return (0, Range::Fits);
    }
    // Beyond these no format has a number; they bound the size of the integers below.
    let top = power.saturating_add(i64::try_from(digits.len()).unwrap_or(i64::MAX));
    if top > 5000 {
        return (format.infinity(), Range::Overflow);
    }
    if top < -5100 {
        return (0, Range::Underflow);
    }
    if kind == FloatKind::Double && digits.len() < 400 {
        let text = format!("{}e{power}", std::str::from_utf8(digits).expect("digits"));
        let value: f64 = text.parse().expect("a number in Rust's grammar too");
        if value.is_finite() && value > 2.0 * f64::MIN_POSITIVE {
            return (u128::from(value.to_bits()), Range::Fits);
        }
    }
    let number = BigUint::parse_bytes(digits, 10).expect("digits");
    let ten = BigUint::from(10u32).pow(u32::try_from(power.unsigned_abs()).expect("bounded above"));
    let (numerator, denominator) =
        if power >= 0 { (number * ten, BigUint::from(1u32)) } else { (number, ten) };
    // A quotient of 120 bits or so: more than any format keeps.
    let bits = |value: &BigUint| i64::try_from(value.bits()).expect("bounded above");
    let shift = 120 - (bits(&numerator) - bits(&denominator));
    let (numerator, denominator) = if shift >= 0 {
        (numerator << shift.unsigned_abs(), denominator)
    } else {
        (numerator, denominator << shift.unsigned_abs())
    };
    let quotient = &numerator / &denominator;
    let sticky = numerator != &quotient * &denominator;
    let mantissa = u128::try_from(quotient).expect("121 bits at most");
    encode(mantissa, -shift, sticky, format)
}

/// The number nearest to `mantissa * 2^exponent`; `sticky` if the true value is a little more.
fn encode(mantissa: u128, exponent: i64, sticky: bool, format: Format) -> (u128, Range) {
    if mantissa == 0 {
        return (0, Range::Fits);
    }
    let precision = i64::from(format.precision);
    let least = i64::from(format.least_exponent());
    let length = i64::from(128 - mantissa.leading_zeros());
    // Exponent of the last bit kept, with and without the lower bound on exponents.
    let free = exponent.saturating_add(length - precision);
    let last = free.max(least);
    let (rounded, inexact) = round(mantissa, sticky, last.saturating_sub(exponent));
    let (mut significand, mut last) = (rounded, last);
    if significand >> precision != 0 {
        significand >>= 1;
        last += 1;
    }
    let highest = i64::from(format.bias()) - (precision - 1);
    if last > highest {
        return (format.infinity(), Range::Overflow);
    }
    // x86 decides whether a number is tiny after rounding it as if exponents had no bound.
    let tiny = free < least && {
        let (unbounded, _) = round(mantissa, sticky, free.saturating_sub(exponent));
        free + i64::from(unbounded >> precision != 0) < least
    };
    let range = if tiny && inexact { Range::Underflow } else { Range::Fits };
    let leading = 1u128 << (precision - 1);
    let normal = significand & leading != 0;
    let stored =
        if normal { u128::try_from(last - least + 1).expect("not below the least") } else { 0 };
    let fraction = if format.explicit { significand } else { significand & !leading };
    (stored << format.stored_bits() | fraction, range)
}

/// Drops the last `drop` bits, to nearest with ties to even; negative adds zeros.
fn round(mantissa: u128, sticky: bool, drop: i64) -> (u128, bool) {
    if drop <= 0 {
        // Only numbers with fewer bits than the format has grow; nothing is lost then.
        return (mantissa << drop.unsigned_abs().min(127), sticky);
    }
    if drop > 128 {
        return (0, true);
    }
    let quotient = if drop == 128 { 0 } else { mantissa >> drop };
    let rest = if drop == 128 { mantissa } else { mantissa & ((1 << drop) - 1) };
    let half = 1u128 << (drop - 1);
    let up = rest > half || rest == half && (sticky || quotient & 1 == 1);
    (quotient + u128::from(up), rest != 0 || sticky)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn double(text: &str) -> (f64, usize, Range) {
        let parsed = parse_float(text.as_bytes(), FloatKind::Double).expect(text);
        (f64::from_bits(u64::try_from(parsed.bits).unwrap()), parsed.consumed, parsed.range)
    }

    fn long(text: &str) -> u128 {
        parse_float(text.as_bytes(), FloatKind::X87).expect(text).bits
    }

    #[test]
    fn grammar_of_strtod() {
        assert_eq!(double("  12.5e1xyz"), (125.0, 8, Range::Fits));
        assert_eq!(double("1e"), (1.0, 1, Range::Fits));
        assert_eq!(double("1e+"), (1.0, 1, Range::Fits));
        assert_eq!(double(".5"), (0.5, 2, Range::Fits));
        assert_eq!(double("5."), (5.0, 2, Range::Fits));
        assert_eq!(double("0x"), (0.0, 1, Range::Fits));
        assert_eq!(double("0x.8p1"), (1.0, 6, Range::Fits));
        assert_eq!(double("0x1p"), (1.0, 3, Range::Fits));
        assert_eq!(double("-INFINITYx"), (f64::NEG_INFINITY, 9, Range::Fits));
        assert_eq!(double("infin"), (f64::INFINITY, 3, Range::Fits));
        assert!(double("nan(12)").0.is_nan());
        assert_eq!(double("nan(12)").1, 7);
        assert_eq!(double("nan(1 2)").1, 3);
        assert_eq!(parse_float(b".", FloatKind::Double), None);
        assert_eq!(parse_float(b"-", FloatKind::Double), None);
        assert_eq!(parse_float(b"", FloatKind::Double), None);
    }

    #[test]
    fn rounding_is_correct_at_halves() {
        assert_eq!(double("9007199254740993").0, 9007199254740992.0);
        assert_eq!(double("9007199254740993.0000000000000000000001").0, 9007199254740994.0);
        assert_eq!(double("0x1.00000000000008p0").0, 1.0);
        assert_eq!(
            double("0x1.000000000000080000000000000000000000000000001p0").0,
            1.0 + f64::EPSILON
        );
        let single = parse_float(b"16777217", FloatKind::Single).unwrap();
        assert_eq!(single.bits, u128::from(16777216f32.to_bits()));
    }

    #[test]
    fn ranges_end_as_in_glibc() {
        assert_eq!(double("1e309"), (f64::INFINITY, 5, Range::Overflow));
        assert_eq!(double("1e-400"), (0.0, 6, Range::Underflow));
        assert_eq!(double("4.9406564584124654e-324"), (f64::from_bits(1), 23, Range::Underflow));
        assert_eq!(double("0x1p-1074"), (f64::from_bits(1), 9, Range::Fits));
        assert_eq!(double("0x0.fffffffffffff8p-1022"), (f64::MIN_POSITIVE, 24, Range::Underflow));
        assert_eq!(double("2.2250738585072011e-308").2, Range::Underflow);
        assert_eq!(double("1e99999999999999999999").2, Range::Overflow);
        assert_eq!(double("0e99999999999999999999"), (0.0, 22, Range::Fits));
        assert_eq!(double("1.7976931348623158e308").0, f64::MAX);
        assert_eq!(double("1.7976931348623159e308").2, Range::Overflow);
    }

    #[test]
    fn long_doubles() {
        assert_eq!(long("1"), 0x3fff_8000_0000_0000_0000);
        assert_eq!(long("0.1"), 0x3ffb_cccc_cccc_cccc_cccd);
        assert_eq!(long("-2.5"), 0xc000_a000_0000_0000_0000);
        assert_eq!(long("inf"), 0x7fff_8000_0000_0000_0000);
        assert_eq!(long("nan"), 0x7fff_c000_0000_0000_0000);
        assert_eq!(long("3.6451995318824746025e-4951"), 1);
        assert_eq!(long("1.18973149535723176502e4932"), 0x7ffe_ffff_ffff_ffff_ffff);
    }

    #[test]
    fn halves_and_quads() {
        assert_eq!(parse_float(b"65504", FloatKind::Half).unwrap().bits, 0x7bff);
        assert_eq!(parse_float(b"1", FloatKind::BFloat).unwrap().bits, 0x3f80);
        let third = parse_float(b"0.1", FloatKind::Quad).unwrap().bits;
        assert_eq!(third, 0x3ffb_9999_9999_9999_9999_9999_9999_999a);
    }
}
