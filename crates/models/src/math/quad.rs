//! Elementary functions in quad precision, for the `long double` of x87 and others.
//!
//! Every result is within a few units of the last of 113 bits, so one rounding to 64
//! bits gives the nearest number nearly always. Arguments are finite.

use super::Num;
use margay_smt::{FloatKind, RoundingMode};
use std::cmp::Ordering;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// A number of quad precision.
#[derive(Clone, Copy, Debug)]
pub struct Quad(u128);

pub const PI_HALF: Quad = Quad(0x3fff_921f_b544_42d1_8469_898c_c517_01b8);
pub const LN_10: Quad = Quad(0x4000_26bb_1bbb_5551_582d_d4ad_ac57_05a6);
const LN_2: Quad = Quad(0x3ffe_62e4_2fef_a39e_f357_93c7_6730_07e6);

/// What the constants above lack, for products that must not lose it.
const PI_HALF_REST: Quad = Quad(0x3f8c_cd12_9024_e088_a67c_c740_20bb_ea64);
const LN_2_REST: Quad = Quad(0xbf8a_2a17_e197_9b31_ace9_3a4e_be5d_148f);

/// Terms after which a series for arguments below 1 no longer changes.
const TERMS: u32 = 34;

impl Quad {
    pub const INFINITY: Quad = Quad(0x7fff << 112);
    pub const NAN: Quad = Quad(0xffff << 111);
    /// What the hardware gives for an invalid operation.
    pub const INVALID: Quad = Quad(0x1_ffff << 111);

    pub fn new(x: Num) -> Quad {
        Quad(x.convert(FloatKind::Quad).bits)
    }

    pub fn num(self) -> Num {
        Num::new(FloatKind::Quad, self.0)
    }

    pub fn abs(self) -> Quad {
        Quad(self.num().abs().bits)
    }

    pub fn copysign(self, sign: Quad) -> Quad {
        Quad(self.num().copysign(sign.num()).bits)
    }

    pub fn scale(self, exponent: i32) -> Quad {
        Quad(self.num().scale(exponent).bits)
    }

    pub fn is_negative(self) -> bool {
        self.num().is_negative()
    }

    pub fn is_finite(self) -> bool {
        self.num().is_finite()
    }

    pub fn is_whole(self) -> bool {
        self.is_finite() && self.num().round(RoundingMode::TowardZero).bits == self.0
    }

    fn round(self) -> Quad {
        Quad(self.num().round(RoundingMode::NearestEven).bits)
    }

    fn sqrt(self) -> Quad {
        Quad(self.num().sqrt().bits)
    }

    fn fma(self, factor: Quad, summand: Quad) -> Quad {
        Quad(self.num().fma(factor.num(), summand.num()).bits)
    }

    /// As an integer, which it is, of at most 62 bits.
    fn integer(self) -> i64 {
        self.num().to_integer(64).map_or(0, u64::cast_signed)
    }

    fn to_f64(self) -> f64 {
        self.num().to_f64()
    }
}

impl From<f64> for Quad {
    fn from(value: f64) -> Quad {
        Quad(Num::from_f64(FloatKind::Quad, value).bits)
    }
}

impl PartialEq for Quad {
    fn eq(&self, other: &Quad) -> bool {
        self.partial_cmp(other) == Some(Ordering::Equal)
    }
}

impl PartialOrd for Quad {
    fn partial_cmp(&self, other: &Quad) -> Option<Ordering> {
        self.num().partial_cmp(&other.num())
    }
}

impl Add for Quad {
    type Output = Quad;

    fn add(self, other: Quad) -> Quad {
        Quad((self.num() + other.num()).bits)
    }
}

impl Sub for Quad {
    type Output = Quad;

    fn sub(self, other: Quad) -> Quad {
        Quad((self.num() - other.num()).bits)
    }
}

impl Mul for Quad {
    type Output = Quad;

    fn mul(self, other: Quad) -> Quad {
        Quad((self.num() * other.num()).bits)
    }
}

impl Div for Quad {
    type Output = Quad;

    fn div(self, other: Quad) -> Quad {
        Quad((self.num() / other.num()).bits)
    }
}

impl Neg for Quad {
    type Output = Quad;

    fn neg(self) -> Quad {
        Quad((-self.num()).bits)
    }
}

/// `e^x = 2^n e^r` with `r` below a half.
pub fn exp(x: Quad) -> Quad {
    if x > Quad::from(12_000.0) {
        return Quad::INFINITY;
    }
    if x < Quad::from(-12_000.0) {
        return Quad::from(0.0);
    }
    let n = (x / LN_2).round();
    let rest = (-n).fma(LN_2_REST, (-n).fma(LN_2, x));
    let power = i32::try_from(n.integer()).unwrap_or(0);
    (Quad::from(1.0) + series_expm1(rest)).scale(power)
}

/// `e^x - 1` for small arguments, by its series.
fn series_expm1(x: Quad) -> Quad {
    let one = Quad::from(1.0);
    let mut sum = one;
    for k in (2..TERMS).rev() {
        sum = one + x * sum / Quad::from(f64::from(k));
    }
    x * sum
}

pub fn expm1(x: Quad) -> Quad {
    if x.abs() < Quad::from(0.5) { series_expm1(x) } else { exp(x) - Quad::from(1.0) }
}

pub fn exp2(x: Quad) -> Quad {
    let n =
        if x.abs() > Quad::from(20_000.0) { Quad::from(20_000.0).copysign(x) } else { x.round() };
    let power = i32::try_from(n.integer()).unwrap_or(0);
    let rest = if x.abs() > Quad::from(20_000.0) { Quad::from(0.0) } else { x - n };
    exp(rest * LN_2).scale(power)
}

/// `x = m 2^e` with `m` near 1: the logarithm of `m`, and `e`.
fn split_log(x: Quad) -> (Quad, i32) {
    let mut exponent = x.num().exponent();
    let mut m = x.scale(-exponent);
    if m > Quad::from(std::f64::consts::SQRT_2) {
        m = m.scale(-1);
        exponent += 1;
    }
    (log_near_one(m - Quad::from(1.0)), exponent)
}

/// The logarithm of `1 + u`.
fn log_near_one(u: Quad) -> Quad {
    let (one, two) = (Quad::from(1.0), Quad::from(2.0));
    if u.abs() < Quad::from(0.01) {
        // ln((1 + s) / (1 - s)) = 2 (s + s^3/3 + s^5/5 + ...)
        let s = u / (two + u);
        let square = s * s;
        let mut sum = Quad::from(0.0);
        for k in (0..10).rev() {
            sum = sum * square + one / Quad::from(f64::from(2 * k + 1));
        }
        return two * s * sum;
    }
    // One step of Halley's from double precision triples the bits.
    let m = one + u;
    let near = Quad::from(m.to_f64().ln());
    let power = exp(near);
    near + two * (m - power) / (m + power)
}

/// Of a positive number.
pub fn log(x: Quad) -> Quad {
    let (log, exponent) = split_log(x);
    let exponent = Quad::from(f64::from(exponent));
    exponent.fma(LN_2, log + exponent * LN_2_REST)
}

pub fn log2(x: Quad) -> Quad {
    let (log, exponent) = split_log(x);
    Quad::from(f64::from(exponent)) + log / LN_2
}

pub fn log1p(x: Quad) -> Quad {
    if x.abs() < Quad::from(0.25) { log_near_one(x) } else { log(Quad::from(1.0) + x) }
}

/// Sine and cosine; `None` where the angle is too large to be reduced with these bits.
pub fn sin_cos(x: Quad) -> Option<(Quad, Quad)> {
    if x.abs() > Quad::from(1e18) {
        return None;
    }
    let n = (x / PI_HALF).round();
    let r = (-n).fma(PI_HALF_REST, (-n).fma(PI_HALF, x));
    let (sin, cos) = series_sin_cos(r);
    Some(match n.integer().rem_euclid(4) {
        0 => (sin, cos),
        1 => (cos, -sin),
        2 => (-sin, -cos),
        _ => (-cos, sin),
    })
}

fn series_sin_cos(x: Quad) -> (Quad, Quad) {
    let one = Quad::from(1.0);
    let square = x * x;
    let (mut sin, mut cos) = (one, one);
    for k in (1..TERMS / 2).rev() {
        let even = Quad::from(f64::from(2 * k * (2 * k - 1)));
        let odd = Quad::from(f64::from(2 * k * (2 * k + 1)));
        cos = one - square * cos / even;
        sin = one - square * sin / odd;
    }
    (x * sin, cos)
}

pub fn atan(x: Quad) -> Quad {
    let one = Quad::from(1.0);
    let size = x.abs();
    let inverted = size > one;
    let a = if inverted { one / size } else { size };
    // Newton's step from double precision: atan a = y + atan((a - tan y) / (1 + a tan y)).
    let near = Quad::from(a.to_f64().atan());
    let (sin, cos) = series_sin_cos(near);
    let tan = sin / cos;
    let angle = near + (a - tan) / (one + a * tan);
    let angle = if inverted { PI_HALF - angle } else { angle };
    angle.copysign(x)
}

/// Of an argument from -1 to 1.
pub fn asin(x: Quad) -> Quad {
    let one = Quad::from(1.0);
    if x.abs() == one {
        return PI_HALF.copysign(x);
    }
    atan(x / ((one - x) * (one + x)).sqrt())
}

/// Of an argument from -1 to 1.
pub fn acos(x: Quad) -> Quad {
    let one = Quad::from(1.0);
    if x == -one {
        return PI_HALF.scale(1);
    }
    atan(((one - x) / (one + x)).sqrt()).scale(1)
}

pub fn sinh(x: Quad) -> Quad {
    let size = x.abs();
    let sinh = if size < Quad::from(0.5) {
        let e = series_expm1(size);
        (e + e / (e + Quad::from(1.0))).scale(-1)
    } else {
        // Half of the exponent twice, so that only the result can overflow.
        let half = exp(size.scale(-1));
        half.scale(-1) * half - (Quad::from(1.0) / half).scale(-1) / half
    };
    sinh.copysign(x)
}

pub fn cosh(x: Quad) -> Quad {
    let half = exp(x.abs().scale(-1));
    half.scale(-1) * half + (Quad::from(1.0) / half).scale(-1) / half
}

pub fn tanh(x: Quad) -> Quad {
    let size = x.abs();
    if size > Quad::from(60.0) {
        return Quad::from(1.0).copysign(x);
    }
    let e = expm1(size.scale(1));
    (e / (e + Quad::from(2.0))).copysign(x)
}

pub fn asinh(x: Quad) -> Quad {
    let one = Quad::from(1.0);
    let a = x.abs();
    let log = if a > Quad::from(1e30) {
        log(a) + LN_2
    } else {
        let square = a * a;
        log1p(a + square / (one + (one + square).sqrt()))
    };
    log.copysign(x)
}

/// Of an argument from 1 on.
pub fn acosh(x: Quad) -> Quad {
    if x > Quad::from(1e30) {
        return log(x) + LN_2;
    }
    let t = x - Quad::from(1.0);
    log1p(t + (t.scale(1) + t * t).sqrt())
}

/// Of an argument between -1 and 1.
pub fn atanh(x: Quad) -> Quad {
    let a = x.abs();
    log1p(a.scale(1) / (Quad::from(1.0) - a)).scale(-1).copysign(x)
}

pub fn cbrt(x: Quad) -> Quad {
    // A multiple of three goes out of the exponent, and a third of it back in.
    let third = x.num().exponent().div_euclid(3);
    let m = x.scale(-3 * third);
    let mut root = Quad::from(m.to_f64().cbrt());
    for _ in 0..2 {
        let square = root * root;
        root = root - (square * root - m) / (Quad::from(3.0) * square);
    }
    root.scale(third)
}

pub fn hypot(x: Quad, y: Quad) -> Quad {
    let (x, y) = (x.abs(), y.abs());
    if !x.is_finite() || !y.is_finite() {
        return Quad::INFINITY;
    }
    let largest = if x > y { x } else { y };
    if largest == Quad::from(0.0) {
        return largest;
    }
    let exponent = largest.num().exponent();
    let (a, b) = (x.scale(-exponent), y.scale(-exponent));
    a.fma(a, b * b).sqrt().scale(exponent)
}
