//! The conversions `%f`, `%e`, `%g` and `%a` of `printf`, without sign and padding.

use super::{Class, Decoded, FloatKind, Format, fixed, scientific};

/// How a number is to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// One of `fFeEgGaA`.
    pub conversion: u8,
    pub precision: Option<usize>,
    /// The flag `#`: keep the point, and the zeros of `%g`.
    pub alternate: bool,
}

/// The text of a number without its sign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Body {
    /// `0x` of `%a`: padding zeros go after it.
    pub prefix: &'static [u8],
    pub text: Vec<u8>,
    /// Infinities and NaNs are never padded with zeros.
    pub special: bool,
}

pub fn render(number: Decoded, kind: FloatKind, style: Style) -> Body {
    let upper = style.conversion.is_ascii_uppercase();
    let word = |lower: &str| {
        let text = if upper { lower.to_ascii_uppercase() } else { lower.to_string() };
        Body { prefix: b"", text: text.into_bytes(), special: true }
    };
    let parts = match number.class {
        Class::Infinite => return word("inf"),
        Class::Nan => return word("nan"),
        Class::Zero => None,
        Class::Finite { mantissa, exponent } => Some((mantissa, exponent)),
    };
    if style.conversion.eq_ignore_ascii_case(&b'a') {
        let prefix: &[u8] = if upper { b"0X" } else { b"0x" };
        return Body { prefix, text: hexadecimal(parts, kind, style), special: false };
    }
    let precision = style.precision.unwrap_or(6);
    let text = match style.conversion.to_ascii_lowercase() {
        b'f' => plain(parts, precision, style),
        b'e' => exponential(parts, precision, style),
        _ => general(parts, precision.max(1), style),
    };
    Body { prefix: b"", text, special: false }
}

fn plain(parts: Option<(u128, i32)>, precision: usize, style: Style) -> Vec<u8> {
    let (whole, fraction) = match parts {
        Some((mantissa, exponent)) => fixed(mantissa, exponent, precision),
        None => (b"0".to_vec(), vec![b'0'; precision]),
    };
    join(whole, &fraction, style.alternate)
}

fn exponential(parts: Option<(u128, i32)>, precision: usize, style: Style) -> Vec<u8> {
    let (digits, power) = significant(parts, precision + 1);
    let mut text = join(vec![digits[0]], &digits[1..], style.alternate);
    push_power(&mut text, power, style);
    text
}

fn general(parts: Option<(u128, i32)>, count: usize, style: Style) -> Vec<u8> {
    let (mut digits, power) = significant(parts, count);
    let places = i32::try_from(count).unwrap_or(i32::MAX);
    if !style.alternate {
        let kept = digits.iter().rposition(|digit| *digit != b'0').map_or(1, |last| last + 1);
        digits.truncate(kept);
    }
    if power < -4 || power >= places {
        if power == places && carried(parts, power) {
            // glibc had chosen the plain form without a fraction before it rounded, and
            // drops the zeros that `#` is to keep.
            digits.truncate(1);
        }
        let mut text = join(vec![digits[0]], &digits[1..], style.alternate);
        push_power(&mut text, power, style);
        return text;
    }
    if power < 0 {
        let zeros = power.unsigned_abs() as usize - 1;
        let mut fraction = vec![b'0'; zeros];
        fraction.extend_from_slice(&digits);
        return join(b"0".to_vec(), &fraction, style.alternate);
    }
    let before = power.unsigned_abs() as usize + 1;
    let mut whole = digits;
    if whole.len() < before {
        whole.resize(before, b'0');
    }
    let fraction = whole.split_off(before);
    join(whole, &fraction, style.alternate)
}

/// Whether a number is below the power of ten that it was rounded to.
fn carried(parts: Option<(u128, i32)>, power: i32) -> bool {
    parts.is_some_and(|(mantissa, exponent)| {
        let all = 40 + exponent.unsigned_abs() as usize;
        scientific(mantissa, exponent, all).exponent < power
    })
}

fn significant(parts: Option<(u128, i32)>, count: usize) -> (Vec<u8>, i32) {
    match parts {
        Some((mantissa, exponent)) => {
            let found = scientific(mantissa, exponent, count);
            (found.digits, found.exponent)
        }
        None => (vec![b'0'; count], 0),
    }
}

fn join(mut whole: Vec<u8>, fraction: &[u8], keep_point: bool) -> Vec<u8> {
    if !fraction.is_empty() || keep_point {
        whole.push(b'.');
        whole.extend_from_slice(fraction);
    }
    whole
}

fn push_power(text: &mut Vec<u8>, power: i32, style: Style) {
    text.push(if style.conversion.is_ascii_uppercase() { b'E' } else { b'e' });
    text.push(if power < 0 { b'-' } else { b'+' });
    text.extend_from_slice(format!("{:02}", power.unsigned_abs()).as_bytes());
}

/// Digits of `%a` after the prefix. glibc puts one bit before the point, and the top four of an x87 number.
fn hexadecimal(parts: Option<(u128, i32)>, kind: FloatKind, style: Style) -> Vec<u8> {
    let format = Format::of(kind);
    let lead_bits = if format.explicit { 4 } else { 1 };
    let behind = format.precision - lead_bits;
    // Pad the fraction to whole digits.
    let pad = behind.next_multiple_of(4) - behind;
    let digits = ((behind + pad) / 4) as usize;
    let (mut mantissa, mut power) = match parts {
        None => (0, 0),
        // Denormal numbers keep the scale of the smallest normal one: `0x0.8p-1022`.
        Some((mantissa, exponent)) => {
            (mantissa << pad, exponent + i32::try_from(behind).expect("at most 112"))
        }
    };
    let fraction_bits = 4 * digits;
    let mut kept = digits;
    if let Some(precision) = style.precision {
        if precision < digits {
            let drop = 4 * (digits - precision);
            let rest = mantissa & ((1 << drop) - 1);
            let half = 1u128 << (drop - 1);
            mantissa >>= drop;
            mantissa += u128::from(rest > half || rest == half && mantissa & 1 == 1);
            mantissa <<= drop;
        }
        kept = precision;
    }
    let mut lead = mantissa >> fraction_bits;
    if lead > 15 {
        lead = 1;
        power += 4;
    }
    let fraction = mantissa & ((1 << fraction_bits) - 1);
    let mut tail = format!("{fraction:0digits$x}").into_bytes();
    if style.precision.is_none() {
        kept = tail.iter().rposition(|digit| *digit != b'0').map_or(0, |last| last + 1);
    }
    tail.resize(kept, b'0');
    let mut text = join(format!("{lead:x}").into_bytes(), &tail, style.alternate);
    if style.conversion == b'A' {
        text.make_ascii_uppercase();
    }
    text.push(if style.conversion == b'A' { b'P' } else { b'p' });
    text.push(if power < 0 { b'-' } else { b'+' });
    text.extend_from_slice(power.unsigned_abs().to_string().as_bytes());
    text
}

#[cfg(test)]
mod tests {
    use super::super::{decode, parse_float};
    use super::*;

    fn show(bits: u128, kind: FloatKind, conversion: u8, precision: Option<usize>) -> String {
        let number = decode(bits, kind);
        let body = render(number, kind, Style { conversion, precision, alternate: false });
        let mut text = body.prefix.to_vec();
        text.extend(body.text);
        let sign = if number.negative { "-" } else { "" };
        format!("{sign}{}", String::from_utf8(text).unwrap())
    }

    fn double(value: f64, conversion: u8, precision: Option<usize>) -> String {
        show(u128::from(value.to_bits()), FloatKind::Double, conversion, precision)
    }

    fn long(text: &str, conversion: u8, precision: Option<usize>) -> String {
        let parsed = parse_float(text.as_bytes(), FloatKind::X87).unwrap();
        show(parsed.bits, FloatKind::X87, conversion, precision)
    }

    #[test]
    fn general_switches_with_the_exponent() {
        assert_eq!(double(100000.0, b'g', None), "100000");
        assert_eq!(double(1000000.0, b'g', None), "1e+06");
        assert_eq!(double(999999.5, b'g', None), "1e+06");
        assert_eq!(double(0.0001, b'g', None), "0.0001");
        assert_eq!(double(0.00001, b'g', None), "1e-05");
        assert_eq!(double(0.1, b'g', Some(17)), "0.10000000000000001");
        assert_eq!(double(0.0, b'g', None), "0");
        assert_eq!(double(-0.0, b'G', None), "-0");
        assert_eq!(double(123.456, b'g', Some(0)), "1e+02");
        let style = Style { conversion: b'g', precision: None, alternate: true };
        let shown = |value: f64| {
            let number = decode(u128::from(value.to_bits()), FloatKind::Double);
            String::from_utf8(render(number, FloatKind::Double, style).text).unwrap()
        };
        assert_eq!(shown(1e6), "1.00000e+06");
        assert_eq!(shown(999999.5), "1.e+06");
        assert_eq!(shown(99999.99996), "100000.");
    }

    #[test]
    fn exponents_have_two_digits_or_more() {
        assert_eq!(double(f64::MAX, b'e', None), "1.797693e+308");
        assert_eq!(double(0.0, b'e', None), "0.000000e+00");
        assert_eq!(double(1.0, b'E', Some(0)), "1E+00");
        assert_eq!(double(f64::NEG_INFINITY, b'F', None), "-INF");
    }

    #[test]
    fn hexadecimal_as_glibc_writes_it() {
        assert_eq!(double(1.0, b'a', None), "0x1p+0");
        assert_eq!(double(0.0, b'a', None), "0x0p+0");
        assert_eq!(double(0.0, b'a', Some(3)), "0x0.000p+0");
        assert_eq!(double(0.1, b'a', None), "0x1.999999999999ap-4");
        assert_eq!(double(1.9999, b'A', Some(1)), "0X2.0P+0");
        assert_eq!(double(f64::from_bits(1), b'a', None), "0x0.0000000000001p-1022");
        assert_eq!(long("1", b'a', None), "0x8p-3");
        assert_eq!(long("3.14", b'a', None), "0xc.8f5c28f5c28f5c3p-2");
        assert_eq!(long("0x0.0000000000000002p-16382", b'a', None), "0x0.000000000000001p-16385");
    }

    #[test]
    fn long_doubles_keep_their_digits() {
        assert_eq!(long("0.1", b'f', Some(25)), "0.1000000000000000000013553");
        assert_eq!(long("1.18973149535723176502e4932", b'e', Some(5)), "1.18973e+4932");
        assert_eq!(long("3.14159265358979323846", b'g', Some(21)), "3.14159265358979323851");
    }
}
