//! `BitVec` against `u128` up to 128 bits and against big integers above. Seeds are fixed.

use fastrand::Rng;
use margay_smt::BitVec;
use num_bigint::{BigInt, BigUint};

/// The reference: an unsigned big integer below 2^width.
fn big(v: &BitVec) -> BigUint {
    BigUint::from_bytes_le(&v.to_le_bytes())
}

fn big_signed(v: &BitVec) -> BigInt {
    let value = BigInt::from(big(v));
    if v.is_negative() { value - (BigInt::from(1) << v.width()) } else { value }
}

fn wrap(width: u32, value: BigInt) -> BigUint {
    let modulus = BigInt::from(1) << width;
    let reduced = ((value % &modulus) + &modulus) % &modulus;
    reduced.to_biguint().expect("not negative")
}

fn random(rng: &mut Rng, width: u32) -> BitVec {
    let bytes = usize::try_from(width.div_ceil(8)).expect("small");
    let raw: Vec<u8> = match rng.u32(0..5) {
        0 => vec![0; bytes],
        1 => vec![0xff; bytes],
        2 => {
            let mut raw = vec![0; bytes];
            raw[0] = rng.u8(..);
            raw
        }
        _ => (0..bytes).map(|_| rng.u8(..)).collect(),
    };
    BitVec::from_le_bytes(&raw).trunc(width)
}

fn check_against_big(rng: &mut Rng, width: u32) {
    let (a, b) = (random(rng, width), random(rng, width));
    let (x, y) = (big(&a), big(&b));
    let (sx, sy) = (big_signed(&a), big_signed(&b));
    let zero = BigInt::from(0);
    let ones = BigUint::from(1u8);
    let max = (ones << width) - 1u8;
    let context = format!("{a} and {b}");
    let unsigned = |v: &BigUint| BigInt::from(v.clone());

    assert_eq!(big(&a.add(&b)), wrap(width, unsigned(&x) + unsigned(&y)), "add {context}");
    assert_eq!(big(&a.sub(&b)), wrap(width, unsigned(&x) - unsigned(&y)), "sub {context}");
    assert_eq!(big(&a.mul(&b)), wrap(width, unsigned(&x) * unsigned(&y)), "mul {context}");
    assert_eq!(big(&a.neg()), wrap(width, -unsigned(&x)), "neg {context}");
    assert_eq!(big(&a.not()), &max - &x, "not {context}");
    assert_eq!(big(&a.and(&b)), &x & &y, "and {context}");
    assert_eq!(big(&a.or(&b)), &x | &y, "or {context}");
    assert_eq!(big(&a.xor(&b)), &x ^ &y, "xor {context}");
    if b.is_zero() {
        assert_eq!(big(&a.udiv(&b)), max, "udiv {context}");
        assert_eq!(a.urem(&b), a, "urem {context}");
        assert_eq!(a.srem(&b), a, "srem {context}");
        let quotient = if sx < zero { BigInt::from(1) } else { BigInt::from(-1) };
        assert_eq!(big(&a.sdiv(&b)), wrap(width, quotient), "sdiv {context}");
    } else {
        assert_eq!(big(&a.udiv(&b)), &x / &y, "udiv {context}");
        assert_eq!(big(&a.urem(&b)), &x % &y, "urem {context}");
        assert_eq!(big(&a.sdiv(&b)), wrap(width, &sx / &sy), "sdiv {context}");
        assert_eq!(big(&a.srem(&b)), wrap(width, &sx % &sy), "srem {context}");
    }
    let k = rng.u32(0..width + width / 2 + 1);
    // An amount that does not fit into the width wraps, so the reference uses the wrapped one.
    let amount = BitVec::from_u64(width, u64::from(k));
    let k = u32::try_from(amount.to_u64().expect("small")).expect("small");
    assert_eq!(big(&a.shl(&amount)), wrap(width, unsigned(&x) << k), "shl {context} by {k}");
    assert_eq!(big(&a.lshr(&amount)), &x >> k, "lshr {context} by {k}");
    assert_eq!(big(&a.ashr(&amount)), wrap(width, &sx >> k), "ashr {context} by {k}");
    assert_eq!(a.ult(&b), x < y, "ult {context}");
    assert_eq!(a.ule(&b), x <= y, "ule {context}");
    assert_eq!(a.slt(&b), sx < sy, "slt {context}");
    assert_eq!(a.sle(&b), sx <= sy, "sle {context}");
    assert_eq!(a == b, x == y);
    assert_eq!(a.cmp(&b), x.cmp(&y));
    assert_eq!(big(&a.concat(&b)), (&x << width) | &y, "concat {context}");
    let low = rng.u32(0..width);
    let high = rng.u32(low..width);
    let part = (&x >> low) % (BigUint::from(1u8) << (high - low + 1));
    assert_eq!(big(&a.extract(high, low)), part, "extract {high} {low} {context}");
    let wider = width + rng.u32(0..150);
    assert_eq!(big(&a.zext(wider)), x, "zext {context}");
    assert_eq!(big(&a.sext(wider)), wrap(wider, sx.clone()), "sext {context}");
    assert_eq!(a.to_unsigned_decimal(), x.to_string());
    assert_eq!(a.to_signed_decimal(), sx.to_string());
    assert_eq!(u64::from(a.popcount()), x.count_ones());
    assert_eq!(u64::from(width - a.clz()), x.bits());
    assert_eq!(u64::from(a.ctz()), x.trailing_zeros().unwrap_or(u64::from(width)));
    assert_eq!(a.to_u64(), u64::try_from(&x).ok());
    assert_eq!(a.to_u128(), u128::try_from(&x).ok());
    assert_eq!(a.to_i128(), i128::try_from(&sx).ok());
    if let Some(inverse) = a.inverse() {
        assert!(a.mul(&inverse).is_one(), "inverse of {a}");
    }
}

#[test]
fn agrees_with_big_integers() {
    let mut rng = Rng::with_seed(7);
    for width in 1..=200 {
        for _ in 0..25 {
            check_against_big(&mut rng, width);
        }
    }
    for width in [255, 256, 257, 512, 1000, 4096] {
        for _ in 0..20 {
            check_against_big(&mut rng, width);
        }
    }
}

#[test]
fn agrees_with_u128() {
    let mut rng = Rng::with_seed(8);
    for _ in 0..20_000 {
        let width = rng.u32(1..=128);
        let mask = u128::MAX >> (128 - width);
        let (x, y) = (rng.u128(..) & mask, rng.u128(..) & mask >> rng.u32(0..width));
        let (a, b) = (BitVec::from_u128(width, x), BitVec::from_u128(width, y));
        assert_eq!(a.add(&b).to_u128(), Some(x.wrapping_add(y) & mask));
        assert_eq!(a.sub(&b).to_u128(), Some(x.wrapping_sub(y) & mask));
        assert_eq!(a.mul(&b).to_u128(), Some(x.wrapping_mul(y) & mask));
        assert_eq!(a.udiv(&b).to_u128(), Some(x.checked_div(y).unwrap_or(mask)));
        assert_eq!(a.urem(&b).to_u128(), Some(x.checked_rem(y).unwrap_or(x)));
    }
}

#[test]
fn bytes_round_trip() {
    let bytes: Vec<u8> = (0..40).collect();
    let v = BitVec::from_le_bytes(&bytes);
    assert_eq!(v.width(), 320);
    assert_eq!(v.to_le_bytes(), bytes);
    assert_eq!(v.extract(15, 8).to_u64(), Some(1));
    assert_eq!(BitVec::from_u64(12, 0xabc).to_le_bytes(), [0xbc, 0x0a]);
}

#[test]
fn signed_values_of_every_width() {
    assert_eq!(BitVec::from_i128(200, -5).to_i128(), Some(-5));
    assert_eq!(BitVec::from_i128(200, -5).to_signed_decimal(), "-5");
    assert_eq!(BitVec::from_i128(8, -5).to_u64(), Some(251));
    assert_eq!(BitVec::signed_min(8).to_i128(), Some(-128));
    assert_eq!(BitVec::signed_max(300).clz(), 1);
    assert!(BitVec::ones(1 << 24).is_ones());
}

#[test]
fn literals() {
    assert_eq!(BitVec::from_u64(8, 0x2a).to_string(), "#x2a");
    assert_eq!(BitVec::from_u64(3, 5).to_string(), "#b101");
    assert_eq!(BitVec::from_u64(33, 5).to_string(), "(_ bv5 33)");
}

#[test]
#[should_panic(expected = "widths differ")]
fn widths_must_agree() {
    let _ = BitVec::zero(8).add(&BitVec::zero(9));
}
