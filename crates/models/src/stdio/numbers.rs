//! Numbers as `printf` writes them, before padding.

use super::directive::Spec;
use crate::float_text::{self, FloatKind, Style};
use margay_engine::{mask, signed};

/// A number in parts: padding zeros go between the prefix and the digits.
pub struct Number {
    pub sign: &'static [u8],
    pub prefix: &'static [u8],
    pub digits: Vec<u8>,
    /// Whether the flag `0` counts for it.
    pub zero_padded: bool,
}

impl Number {
    /// Characters without padding.
    pub fn characters(&self) -> usize {
        self.sign.len() + self.prefix.len() + self.digits.len()
    }
}

pub fn integer(
    spec: &Spec,
    conversion: u8,
    value: u64,
    bits: u32,
    precision: Option<usize>,
) -> Number {
    let value = value & mask(bits);
    if matches!(conversion, b'd' | b'i') {
        let value = signed(value, bits);
        let sign = sign(spec, value < 0);
        let digits = with_precision(value.unsigned_abs().to_string().into_bytes(), precision);
        return Number { sign, prefix: b"", digits, zero_padded: spec.zero && precision.is_none() };
    }
    let text = match conversion {
        b'o' => format!("{value:o}"),
        b'x' => format!("{value:x}"),
        b'X' => format!("{value:X}"),
        b'b' | b'B' => format!("{value:b}"),
        _ => value.to_string(),
    };
    let mut digits = with_precision(text.into_bytes(), precision);
    let mut prefix: &[u8] = b"";
    if spec.alternate {
        match conversion {
            b'o' if digits.first() != Some(&b'0') => digits.insert(0, b'0'),
            b'x' if value != 0 => prefix = b"0x",
            b'X' if value != 0 => prefix = b"0X",
            b'b' if value != 0 => prefix = b"0b",
            b'B' if value != 0 => prefix = b"0B",
            _ => {}
        }
    }
    Number { sign: b"", prefix, digits, zero_padded: spec.zero && precision.is_none() }
}

/// A pointer that is not null; unlike `%x` it minds the flags for signs.
pub fn pointer(spec: &Spec, address: u64, precision: Option<usize>) -> Number {
    let digits = with_precision(format!("{address:x}").into_bytes(), precision);
    let zero_padded = spec.zero && precision.is_none();
    Number { sign: sign(spec, false), prefix: b"0x", digits, zero_padded }
}

pub fn float(spec: &Spec, bits: u128, kind: FloatKind, style: Style) -> Number {
    let number = float_text::decode(bits, kind);
    let body = float_text::render(number, kind, style);
    Number {
        sign: sign(spec, number.negative),
        prefix: body.prefix,
        digits: body.text,
        zero_padded: spec.zero && !body.special,
    }
}

fn sign(spec: &Spec, negative: bool) -> &'static [u8] {
    match (negative, spec.plus, spec.space) {
        (true, _, _) => b"-",
        (false, true, _) => b"+",
        (false, false, true) => b" ",
        (false, false, false) => b"",
    }
}

/// At least `precision` digits; none at all for a zero with precision 0.
fn with_precision(mut digits: Vec<u8>, precision: Option<usize>) -> Vec<u8> {
    let Some(precision) = precision else { return digits };
    if precision == 0 && digits == b"0" {
        return Vec::new();
    }
    if digits.len() < precision {
        let missing = precision - digits.len();
        digits.splice(0..0, std::iter::repeat_n(b'0', missing));
    }
    digits
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(
        spec: &Spec,
        conversion: u8,
        value: u64,
        bits: u32,
        precision: Option<usize>,
    ) -> String {
        let number = integer(spec, conversion, value, bits, precision);
        let parts = [number.sign, number.prefix, &number.digits].concat();
        String::from_utf8(parts).unwrap()
    }

    #[test]
    fn integers() {
        let plain = Spec::default();
        let alternate = Spec { alternate: true, ..Spec::default() };
        let plus = Spec { plus: true, ..Spec::default() };
        assert_eq!(show(&plain, b'd', u64::MAX, 32, None), "-1");
        assert_eq!(show(&plain, b'd', 0x80, 8, None), "-128");
        assert_eq!(show(&plain, b'd', i64::MIN.cast_unsigned(), 64, None), "-9223372036854775808");
        assert_eq!(show(&plain, b'd', 0, 32, Some(0)), "");
        assert_eq!(show(&plus, b'd', 0, 32, Some(0)), "+");
        assert_eq!(show(&plus, b'u', 5, 32, None), "5");
        assert_eq!(show(&alternate, b'o', 0, 32, Some(0)), "0");
        assert_eq!(show(&alternate, b'o', 5, 32, Some(3)), "005");
        assert_eq!(show(&alternate, b'o', 8, 32, None), "010");
        assert_eq!(show(&alternate, b'x', 0, 32, None), "0");
        assert_eq!(show(&alternate, b'X', 255, 32, Some(4)), "0X00FF");
        assert_eq!(show(&alternate, b'b', 5, 32, None), "0b101");
    }
}
