//! Functions that Rust's standard library does not take from the platform's libm.
//!
//! They are computed by glibc's formulas from functions that do come from libm, so
//! the results are glibc's to the last bit. The gamma and the Bessel functions, and
//! `erf` of a float, are those of the crate `libm`: it has the same origin as glibc's,
//! and the last bit may differ.

/// One set of functions for a host type.
macro_rules! hyperbolic {
    ($float:ty, $asinh:ident, $acosh:ident, $atanh:ident, small $small:expr, large $large:expr) => {
        pub fn $asinh(x: $float) -> $float {
            let a = x.abs();
            if !x.is_finite() {
                return x + x;
            }
            if a < $small {
                return x;
            }
            let log = if a > $large {
                a.ln() + LN_2 as $float
            } else if a > 2.0 {
                (2.0 * a + 1.0 / ((x * x + 1.0).sqrt() + a)).ln()
            } else {
                let square = x * x;
                (a + square / (1.0 + (1.0 + square).sqrt())).ln_1p()
            };
            log.copysign(x)
        }

        pub fn $acosh(x: $float) -> $float {
            if x.is_nan() || x == <$float>::INFINITY {
                x + x
            } else if x < 1.0 {
                invalid(x)
            } else if x >= LARGE as $float {
                x.ln() + LN_2 as $float
            } else if x == 1.0 {
                0.0
            } else if x > 2.0 {
                (2.0 * x - 1.0 / (x + (x * x - 1.0).sqrt())).ln()
            } else {
                let t = x - 1.0;
                (t + (2.0 * t + t * t).sqrt()).ln_1p()
            }
        }

        pub fn $atanh(x: $float) -> $float {
            let a = x.abs();
            if x.is_nan() {
                return x + x;
            }
            let value = if a < 0.5 {
                if a < SMALL as $float {
                    return x;
                }
                let twice = a + a;
                0.5 * (twice + twice * a / (1.0 - a)).ln_1p()
            } else if a < 1.0 {
                0.5 * ((a + a) / (1.0 - a)).ln_1p()
            } else if a > 1.0 {
                return invalid(x);
            } else {
                return x / 0.0;
            };
            value.copysign(x)
        }
    };
}

use std::f64::consts::{LN_2, LN_10};

/// 2^28 and its inverse, beyond which a term no longer counts.
const LARGE: f64 = 268_435_456.0;
const SMALL: f64 = 1.0 / LARGE;

hyperbolic!(f64, asinh, acosh, atanh, small SMALL, large LARGE);
hyperbolic!(f32, asinhf, acoshf, atanhf, small 1.0 / 16384.0, large 16384.0);

/// What the hardware gives for an invalid operation on a number: NaN with the sign set.
fn invalid<F: std::ops::Sub<Output = F> + std::ops::Div<Output = F> + Copy>(x: F) -> F {
    (std::hint::black_box(x) - x) / (std::hint::black_box(x) - x)
}

/// ten to the power of `x`: the argument is split so that its product with ln 10 is
/// exact in its upper part.
pub fn exp10(x: f64) -> f64 {
    const LN_10_HIGH: f64 = f64::from_bits(0x4002_6bb1_b800_0000);
    const LN_10_LOW: f64 = f64::from_bits(0x3e5d_aaa8_ac16_ea57);
    if !x.is_finite() {
        return x.exp();
    }
    if x < -332.0 {
        return 0.0;
    }
    if x > 309.0 {
        return f64::INFINITY;
    }
    if x.abs() < f64::EPSILON / 16.0 {
        return 1.0;
    }
    let high = f64::from_bits(x.to_bits() & !0x07ff_ffff);
    let low = x - high;
    (high * LN_10_HIGH).exp() * (high * LN_10_LOW + low * LN_10).exp()
}

/// In single precision the detour over double is exact enough to round once.
pub fn exp10f(x: f32) -> f32 {
    exp10(f64::from(x)) as f32
}

/// `x = m 2^e` with `m` from a half to 1; `x` is finite and not zero.
fn split(x: f64) -> (f64, i32) {
    let (x, shift) = if x.abs() < f64::MIN_POSITIVE { (x * TWO_54, 54) } else { (x, 0) };
    let field = i32::try_from(x.to_bits() >> 52 & 0x7ff).unwrap_or(0);
    let fraction = f64::from_bits(x.to_bits() & !(0x7ff << 52) | 0x3fe << 52);
    (fraction, field - 1022 - shift)
}

const TWO_54: f64 = 18_014_398_509_481_984.0;

/// `2^(k/3)` for `k` from -2 to 2.
const CUBE_ROOTS: [f64; 5] = [
    1.0 / 1.587_401_051_968_199_5,
    1.0 / 1.259_921_049_894_873_2,
    1.0,
    1.259_921_049_894_873_2,
    1.587_401_051_968_199_5,
];

/// The root of a fraction from a polynomial and one step of Halley's. glibc's result
/// is up to one unit off the nearest number, and the host's `cbrt` in Rust is not glibc's.
pub fn cbrt(x: f64) -> f64 {
    if !x.is_finite() || x == 0.0 {
        return x + x;
    }
    let (m, exponent) = split(x.abs());
    let near = 0.354_895_765_043_919_84
        + (1.508_191_937_815_849
            - (2.114_994_941_673_713
                - (2.446_931_225_635_344_4
                    - (1.834_692_774_836_130_8
                        - (0.784_932_344_976_639_2 - 0.145_263_899_385_486_37 * m) * m)
                        * m)
                    * m)
                * m)
            * m;
    let cube = near * near * near;
    let root = near * (cube + 2.0 * m) / (2.0 * cube + m) * third(exponent);
    (root * 2f64.powi(exponent / 3)).copysign(x)
}

pub fn cbrtf(x: f32) -> f32 {
    if !x.is_finite() || x == 0.0 {
        return x + x;
    }
    let (m, exponent) = split(f64::from(x.abs()));
    // Intermediate results are floats, though their operands are computed in double.
    let near = (0.492_659_620_528_969_55
        + (0.697_570_460_207_922_8 - 0.191_502_161_678_719_07 * m) * m) as f32;
    let cube = near * near * near;
    let (near, cube) = (f64::from(near), f64::from(cube));
    let root = (near * (cube + 2.0 * m) / (2.0 * cube + m) * third(exponent)) as f32;
    ((f64::from(root) * 2f64.powi(exponent / 3)) as f32).copysign(x)
}

/// What is left of an exponent after a third of it is taken.
fn third(exponent: i32) -> f64 {
    CUBE_ROOTS[usize::try_from(2 + exponent % 3).unwrap_or(2)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverse_hyperbolic_functions_undo_the_others() {
        for x in [1e-9, 0.1, 0.7, 1.5, 5.0, 300.0] {
            assert!((asinh(f64::sinh(x)) - x).abs() <= 1e-12 * x.max(1.0), "{x}");
        }
        assert_eq!(acosh(1.0), 0.0);
        assert!(acosh(0.5).is_nan() && acosh(0.5).is_sign_negative());
        assert_eq!(atanh(1.0), f64::INFINITY);
        assert_eq!(atanhf(-1.0), f32::NEG_INFINITY);
        assert!((f64::from(acoshf(2.0)) - 1.316_957_9).abs() < 1e-6);
        assert!((f64::from(asinhf(2.0)) - 1.443_635_5).abs() < 1e-6);
    }

    #[test]
    fn small_powers_of_ten_are_exact() {
        // A native build gives the neighbour of 1e-300 too.
        assert_eq!(exp10(-300.0).to_bits(), 0x01a5_6e1f_c2f8_f358);
        for (power, value) in [(0, 1.0), (1, 10.0), (2, 100.0), (5, 1e5)] {
            assert_eq!(exp10(f64::from(power)), value);
        }
    }
}
