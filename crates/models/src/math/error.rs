//! The error function and its complement.
//!
//! The approximations are those of Sun's fdlibm, which glibc and others share: rational
//! functions on four intervals. The sums are grouped as glibc groups them, so the
//! results agree to the last bit.
//!
//! Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved. Developed at
//! SunPro, a Sun Microsystems, Inc. business. Permission to use, copy, modify, and
//! distribute this software is freely granted, provided that this notice is preserved.

/// `erf(1)` to single precision.
const ERX: f64 = 0.8450629115104675;
const EFX: f64 = 0.1283791670955126;

/// Numerators and denominators, up to `x` = 0.84375, 1.25, 1/0.35 and beyond.
const PP: [f64; 5] = [
    0.12837916709551256,
    -0.3250421072470015,
    -0.02848174957559851,
    -0.005770270296489442,
    -2.3763016656650163e-05,
];
const QQ: [f64; 6] = [
    1.0,
    0.39791722395915535,
    0.0650222499887673,
    0.005081306281875766,
    0.00013249473800432164,
    -3.960228278775368e-06,
];
const PA: [f64; 7] = [
    -0.0023621185607526594,
    0.41485611868374833,
    -0.3722078760357013,
    0.31834661990116175,
    -0.11089469428239668,
    0.035478304325618236,
    -0.002166375594868791,
];
const QA: [f64; 7] = [
    1.0,
    0.10642088040084423,
    0.540397917702171,
    0.07182865441419627,
    0.12617121980876164,
    0.01363708391202905,
    0.011984499846799107,
];
const RA: [f64; 8] = [
    -0.009864944034847148,
    -0.6938585727071818,
    -10.558626225323291,
    -62.375332450326006,
    -162.39666946257347,
    -184.60509290671104,
    -81.2874355063066,
    -9.814329344169145,
];
const SA: [f64; 9] = [
    1.0,
    19.651271667439257,
    137.65775414351904,
    434.56587747522923,
    645.3872717332679,
    429.00814002756783,
    108.63500554177944,
    6.570249770319282,
    -0.0604244152148581,
];
const RB: [f64; 7] = [
    -0.0098649429247001,
    -0.799283237680523,
    -17.757954917754752,
    -160.63638485582192,
    -637.5664433683896,
    -1025.0951316110772,
    -483.5191916086514,
];
const SB: [f64; 8] = [
    1.0,
    30.33806074348246,
    325.7925129965739,
    1536.729586084437,
    3199.8582195085955,
    2553.0504064331644,
    474.52854120695537,
    -22.44095244658582,
];

/// A polynomial with its terms taken in pairs: `(a0 + a1 x) + x^2 (a2 + a3 x) + ...`.
fn paired(coefficients: &[f64], x: f64) -> f64 {
    let square = x * x;
    let fourth = square * square;
    let powers = [1.0, square, fourth, fourth * square, fourth * fourth];
    let mut sum = 0.0;
    for (index, pair) in coefficients.chunks(2).enumerate() {
        let term = match pair {
            [even, odd] => even + x * odd,
            rest => rest[0],
        };
        sum = if index == 0 { term } else { sum + powers[index] * term };
    }
    sum
}

/// `erf(x) = x + x * small(x^2)` up to 0.84375.
fn small(square: f64) -> f64 {
    paired(&PP, square) / paired(&QQ, square)
}

/// `erf(x) - ERX` from 0.84375 to 1.25.
fn middle(x: f64) -> f64 {
    paired(&PA, x.abs() - 1.0) / paired(&QA, x.abs() - 1.0)
}

/// `erfc(|x|)` from 1.25 on.
fn tail(x: f64) -> f64 {
    let x = x.abs();
    let s = 1.0 / (x * x);
    let ratio = if x < 2.857142448425293 {
        paired(&RA, s) / paired(&SA, s)
    } else {
        paired(&RB, s) / paired(&SB, s)
    };
    let high = f64::from_bits(x.to_bits() & !0xffff_ffff);
    (-high * high - 0.5625).exp() * ((high - x) * (high + x) + ratio).exp() / x
}

pub fn erf(x: f64) -> f64 {
    let size = x.abs();
    if x.is_nan() {
        x + x
    } else if size < 0.84375 {
        if size < 2f64.powi(-28) { x + EFX * x } else { x + x * small(x * x) }
    } else if size < 1.25 {
        (ERX + middle(x)).copysign(x)
    } else if size >= 6.0 {
        1f64.copysign(x)
    } else {
        (1.0 - tail(x)).copysign(x)
    }
}

pub fn erfc(x: f64) -> f64 {
    let size = x.abs();
    if x.is_nan() {
        x + x
    } else if size < 0.84375 {
        if size < 2f64.powi(-56) {
            return 1.0 - x;
        }
        let y = small(x * x);
        if x < 0.25 { 1.0 - (x + x * y) } else { 0.5 - (x - 0.5 + x * y) }
    } else if size < 1.25 {
        if x > 0.0 { 1.0 - ERX - middle(x) } else { 1.0 + (ERX + middle(x)) }
    } else if size < 28.0 {
        match x > 0.0 {
            true => tail(x),
            false if size > 6.0 => 2.0,
            false => 2.0 - tail(x),
        }
    } else if x > 0.0 {
        0.0
    } else {
        2.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_those_of_a_native_build() {
        assert_eq!(erfc(-1.0).to_bits(), 0x3ffd_7bb3_d3a0_8446);
        assert_eq!(erfc(2.0).to_bits(), 0x3f73_28f5_ec35_0e66);
        assert_eq!(erf(0.9999999).to_bits() >> 8, 0x003f_eaf7_6790_f7d6);
        assert_eq!(erf(f64::INFINITY), 1.0);
        assert_eq!(erfc(f64::NEG_INFINITY), 2.0);
        assert_eq!(erf(-0.0).to_bits(), (-0f64).to_bits());
    }
}
