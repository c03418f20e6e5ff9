//! Arithmetic of words as circuits. A word is its bits, the lowest first.
//!
//! Each function is total and has the answers of SMT-LIB: a division by zero gives all ones, its
//! remainder is the dividend.

use super::circuit::{Circuit, Lit};
use crate::concrete::bitvec::BitVec;

pub(crate) type Word = Vec<Lit>;

pub(crate) fn constant(value: &BitVec) -> Word {
    (0..value.width()).map(|i| Lit::constant(value.bit(i))).collect()
}

/// The value, if every bit is known.
pub(crate) fn as_const(word: &[Lit]) -> Option<BitVec> {
    let bits: Option<Vec<bool>> = word.iter().map(|lit| lit.as_const()).collect();
    let mut bytes = vec![0; word.len().div_ceil(8)];
    for (i, bit) in bits?.into_iter().enumerate() {
        bytes[i / 8] |= u8::from(bit) << (i % 8);
    }
    let width = u32::try_from(word.len()).expect("a word of at most 2^24 bits");
    Some(BitVec::from_le_bytes(&bytes).trunc(width))
}

pub(crate) fn not(a: &[Lit]) -> Word {
    a.iter().map(|&lit| !lit).collect()
}

/// `a + b + carry`, and the carry out.
pub(crate) fn add(c: &mut Circuit, a: &[Lit], b: &[Lit], carry: Lit) -> (Word, Lit) {
    let mut carry = carry;
    let mut sum = Vec::with_capacity(a.len());
    for (&x, &y) in a.iter().zip(b) {
        let half = c.xor(x, y);
        sum.push(c.xor(half, carry));
        carry = c.majority(x, y, carry);
    }
    (sum, carry)
}

pub(crate) fn neg(c: &mut Circuit, a: &[Lit]) -> Word {
    // -a = ~a + 1
    let mut carry = Lit::TRUE;
    a.iter()
        .map(|&bit| {
            let sum = c.xor(!bit, carry);
            carry = c.and(!bit, carry);
            sum
        })
        .collect()
}

/// `a - b`, and whether it borrows, that is whether `a < b`.
pub(crate) fn sub(c: &mut Circuit, a: &[Lit], b: &[Lit]) -> (Word, Lit) {
    let (difference, carry) = add(c, a, &not(b), Lit::TRUE);
    (difference, !carry)
}

pub(crate) fn ult(c: &mut Circuit, a: &[Lit], b: &[Lit]) -> Lit {
    // The borrow of a - b, without the difference.
    a.iter().zip(b).fold(Lit::FALSE, |borrow, (&x, &y)| c.majority(!x, y, borrow))
}

pub(crate) fn slt(c: &mut Circuit, a: &[Lit], b: &[Lit]) -> Lit {
    // Signed order is unsigned order with the sign bits exchanged.
    let (a_low, a_sign) = split_sign(a);
    let (b_low, b_sign) = split_sign(b);
    let borrow = ult(c, a_low, b_low);
    c.majority(a_sign, !b_sign, borrow)
}

pub(crate) fn eq(c: &mut Circuit, a: &[Lit], b: &[Lit]) -> Lit {
    let mut same = Lit::TRUE;
    for (&x, &y) in a.iter().zip(b) {
        let bit = c.equal(x, y);
        same = c.and(same, bit);
        if same == Lit::FALSE {
            break;
        }
    }
    same
}

pub(crate) fn mux(c: &mut Circuit, condition: Lit, then: &[Lit], otherwise: &[Lit]) -> Word {
    then.iter().zip(otherwise).map(|(&x, &y)| c.mux(condition, x, y)).collect()
}

pub(crate) fn mul(c: &mut Circuit, a: &[Lit], b: &[Lit]) -> Word {
    if let Some(factor) = as_const(b) {
        return mul_const(c, a, &factor);
    }
    if let Some(factor) = as_const(a) {
        return mul_const(c, b, &factor);
    }
    // The rows are taken from the word with more bits known, most of them zero.
    let known = |word: &[Lit]| word.iter().filter(|lit| lit.as_const().is_some()).count();
    let (a, b) = if known(a) > known(b) { (b, a) } else { (a, b) };
    let width = a.len();
    let mut sum = vec![Lit::FALSE; width];
    for (i, &bit) in b.iter().enumerate() {
        if bit == Lit::FALSE {
            continue;
        }
        let row: Word = a[..width - i].iter().map(|&x| c.and(x, bit)).collect();
        let (high, _) = add(c, &sum[i..], &row, Lit::FALSE);
        sum.truncate(i);
        sum.extend(high);
    }
    sum
}

/// A product with a constant, as sums and differences of shifted words: a run of ones in the
/// constant costs two operations.
fn mul_const(c: &mut Circuit, a: &[Lit], factor: &BitVec) -> Word {
    let width = a.len();
    let mut sum = vec![Lit::FALSE; width];
    let bit = |i: usize| u32::try_from(i).is_ok_and(|i| i < factor.width() && factor.bit(i));
    let mut i = 0;
    let mut carry = false;
    while i < width {
        // The signed digit at i: of bit and carry, with the next bit to look ahead.
        let here = bit(i) != carry;
        if !here {
            // 0 + 0 is no digit; 1 + 1 is none either, and the carry goes on.
            i += 1;
            continue;
        }
        let negative = bit(i + 1);
        let shifted = &a[..width - i];
        let high = if negative {
            sub(c, &sum[i..], shifted).0
        } else {
            add(c, &sum[i..], shifted, Lit::FALSE).0
        };
        sum.truncate(i);
        sum.extend(high);
        carry = negative;
        i += 1;
    }
    sum
}

/// Quotient and remainder, by subtracting from the top.
pub(crate) fn udivrem(c: &mut Circuit, a: &[Lit], b: &[Lit]) -> (Word, Word) {
    let width = a.len();
    // The rest stays below the divisor, so it has no more bits than that.
    let bits = b.iter().rposition(|&bit| bit != Lit::FALSE).map_or(0, |top| top + 1);
    let mut divisor = b[..bits].to_vec();
    divisor.push(Lit::FALSE);
    // above[j]: no bit of the divisor from j on is set.
    let mut above = vec![Lit::TRUE; bits + 2];
    for j in (0..bits).rev() {
        above[j] = c.and(above[j + 1], !divisor[j]);
    }
    let mut quotient = vec![Lit::FALSE; width];
    let mut rest: Word = Vec::with_capacity(bits + 1);
    for i in (0..width).rev() {
        // After j steps the rest has at most j bits.
        rest.insert(0, a[i]);
        let (difference, borrow) = sub(c, &rest, &divisor[..rest.len()]);
        let fits = c.and(above[rest.len()], !borrow);
        quotient[i] = fits;
        rest = mux(c, fits, &difference, &rest);
        rest.truncate(bits);
    }
    rest.resize(width, Lit::FALSE);
    // Below a divisor of zero the rest does not stay: it is the dividend. A divisor of full width
    // keeps all of it in any case.
    let zero = above[0];
    if zero != Lit::FALSE && bits < width {
        rest = mux(c, zero, a, &rest);
        quotient = quotient.iter().map(|&bit| c.or(zero, bit)).collect();
    }
    (quotient, rest)
}

pub(crate) fn shl(c: &mut Circuit, a: &[Lit], amount: &[Lit]) -> Word {
    let reversed: Word = a.iter().rev().copied().collect();
    let mut shifted = shift_right(c, &reversed, amount, Lit::FALSE);
    shifted.reverse();
    shifted
}

/// Shifts down by an unknown amount, `fill` coming in from above.
pub(crate) fn shift_right(c: &mut Circuit, a: &[Lit], amount: &[Lit], fill: Lit) -> Word {
    let width = a.len();
    let mut word = a.to_vec();
    let mut too_far = Lit::FALSE;
    for (stage, &bit) in amount.iter().enumerate() {
        let distance = u32::try_from(stage).ok().and_then(|s| 1usize.checked_shl(s));
        match distance.filter(|&d| d < width) {
            Some(distance) => {
                word = (0..width)
                    .map(|i| {
                        let from = word.get(i + distance).copied().unwrap_or(fill);
                        c.mux(bit, from, word[i])
                    })
                    .collect();
            }
            None => too_far = c.or(too_far, bit),
        }
    }
    word.iter().map(|&bit| c.mux(too_far, fill, bit)).collect()
}

/// Any number of bits from a sorted list of known indices: `(index, word)`, and `otherwise` where
/// the index is none of them.
pub(crate) fn select(
    c: &mut Circuit,
    index: &[Lit],
    entries: &[(u64, Word)],
    otherwise: &[Lit],
) -> Word {
    let Some((&top, lower)) = index.split_last() else {
        return entries.first().map_or_else(|| otherwise.to_vec(), |(_, word)| word.clone());
    };
    if entries.is_empty() {
        return otherwise.to_vec();
    }
    // Below the top bit the entries are two sorted halves.
    let mask = 1u64 << lower.len();
    let middle = entries.partition_point(|(at, _)| at & mask == 0);
    let (low, high) = entries.split_at(middle);
    match top.as_const() {
        Some(true) => select(c, lower, high, otherwise),
        Some(false) => select(c, lower, low, otherwise),
        None => {
            let then = select(c, lower, high, otherwise);
            let not_then = select(c, lower, low, otherwise);
            mux(c, top, &then, &not_then)
        }
    }
}

fn split_sign(a: &[Lit]) -> (&[Lit], Lit) {
    let (&sign, low) = a.split_last().expect("a word has a bit");
    (low, sign)
}
