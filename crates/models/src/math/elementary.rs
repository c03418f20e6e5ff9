//! Functions that Rust's standard library does not take from the platform's libm.
//!
//! The inverse hyperbolic functions and `exp10` are put together as glibc puts them
//! together, from functions that do come from libm, so their results are glibc's to
//! the last bit. For `erf`, the gamma and the Bessel functions the crate `libm` stands
//! in: it has the same origin, and its last bit may differ.

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
