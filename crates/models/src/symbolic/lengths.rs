//! How long integers are as `printf` writes them.
//!
//! The length is the same between two powers of the base, so a few ranges say it for all
//! numbers, and a term that chooses among them says it for one that is not known.

use crate::stdio::directive::Spec;
use crate::stdio::numbers;
use margay_engine::mask;
use margay_smt::{Bv, TermPool};

/// The lengths of all numbers that a conversion writes.
pub struct Lengths {
    /// Where a range begins, as an unsigned number, and the length there; in order, from 0 on.
    ranges: Vec<(u64, u64)>,
}

impl Lengths {
    /// For integers of `bits` bits. With a precision, longer text is made of zeros alone.
    pub fn new(spec: &Spec, bits: u32, precision: Option<usize>, width: u32) -> Lengths {
        let conversion = u8::try_from(spec.conversion).unwrap_or(b'd');
        let base = match conversion {
            b'x' | b'X' => 16,
            b'o' => 8,
            _ => 10u64,
        };
        /// More than the digits of any number.
        const MANY: usize = 64;
        let few = precision.map(|precision| precision.min(MANY));
        let zeros = precision.unwrap_or(0) - few.unwrap_or(0);
        let length = |value: u64| {
            let number = numbers::integer(spec, conversion, value, bits, few);
            (number.characters() as u64).saturating_add(zeros as u64).max(width.into())
        };
        let is_signed = matches!(conversion, b'd' | b'i');
        let largest = if is_signed { mask(bits) >> 1 } else { mask(bits) };
        let powers = || {
            let next = move |power: &u64| power.checked_mul(base);
            std::iter::successors(Some(1), next).take_while(move |power| *power <= largest)
        };
        let mut starts: Vec<u64> = std::iter::once(0).chain(powers()).collect();
        if is_signed {
            // From the smallest number on, up to the last one with so many digits.
            let negative = |number: u64| number.wrapping_neg() & mask(bits);
            starts.push(negative(largest + 1));
            starts.extend(powers().skip(1).map(|power| negative(power - 1)));
            starts.sort_unstable();
        }
        let mut ranges: Vec<(u64, u64)> =
            starts.into_iter().map(|start| (start, length(start))).collect();
        ranges.dedup_by_key(|(_, length)| *length);
        Lengths { ranges }
    }

    /// The length of one number.
    pub fn of(&self, value: u64) -> u64 {
        let (least, _) = self.within(value, value);
        least
    }

    /// The least and the largest length of numbers between two, both unsigned.
    pub fn within(&self, low: u64, high: u64) -> (u64, u64) {
        let ends = self.ranges.iter().skip(1).map(|(start, _)| start - 1);
        let ranges = self.ranges.iter().zip(ends.chain([u64::MAX]));
        let reached = ranges.filter(|((start, _), end)| *start <= high && low <= *end);
        let lengths: Vec<u64> = reached.map(|((_, length), _)| *length).collect();
        let least = lengths.iter().copied().min().unwrap_or(0);
        (least, lengths.iter().copied().max().unwrap_or(u64::MAX))
    }

    /// The length of a number that may not be known, in 64 bits.
    pub fn of_term(&self, pool: &mut TermPool, number: Bv) -> Bv {
        let bits = pool.width(number);
        let mut result = pool.bv_u64(64, 0);
        for (start, length) in &self.ranges {
            let (start, length) = (pool.bv_u64(bits, *start), pool.bv_u64(64, *length));
            let reached = pool.bv_ule(start, number);
            result = pool.ite(reached, length, result);
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(format: char, bits: u32, numbers: &[(i64, &str)]) {
        let spec = Spec { conversion: u32::from(format), ..Spec::default() };
        let lengths = Lengths::new(&spec, bits, None, 0);
        for (number, text) in numbers {
            let number = number.cast_unsigned() & mask(bits);
            assert_eq!(lengths.of(number), text.len() as u64, "{text}");
        }
    }

    #[test]
    fn numbers_are_as_long_as_their_text() {
        let few = [(0, "0"), (9, "9"), (10, "10"), (-1, "-1"), (-9, "-9"), (-10, "-10")];
        check('d', 32, &few);
        check('d', 64, &few);
        check('d', 32, &[(i32::MAX.into(), "2147483647"), (i32::MIN.into(), "-2147483648")]);
        check('d', 64, &[(i64::MAX, "9223372036854775807"), (i64::MIN, "-9223372036854775808")]);
        check('d', 8, &[(127, "127"), (-128, "-128"), (-99, "-99")]);
        check('u', 32, &[(-1, "4294967295"), (999_999, "999999")]);
        check('x', 32, &[(-1, "ffffffff"), (15, "f"), (16, "10")]);
        check('o', 64, &[(-1, "1777777777777777777777"), (8, "10")]);
    }

    #[test]
    fn widths_and_precisions_count() {
        let spec = Spec { conversion: u32::from('d'), plus: true, ..Spec::default() };
        assert_eq!(Lengths::new(&spec, 32, Some(1000), 0).of(7), 1001);
        assert_eq!(Lengths::new(&spec, 32, None, 2_000_000_000).of(7), 2_000_000_000);
        assert_eq!(Lengths::new(&spec, 32, Some(0), 0).of(0), 1);
        assert_eq!(Lengths::new(&spec, 32, None, 0).within(0, 99), (2, 3));
    }
}
