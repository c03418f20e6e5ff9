//! Functions of complex numbers in double and single precision.
//!
//! The formulas are glibc's, so that most results are glibc's to the last bit; the
//! inverse functions other than the root and the logarithm are written plainly, and
//! may differ in their last bits.

use super::Num;
use super::runtime::multiply;
use margay_smt::FloatKind;

/// The functions for a host type: the exponent beyond which `exp` overflows, and the
/// digits of the significand.
macro_rules! functions {
    ($module:ident, $float:ident, $kind:ident, $narrow:ident, step $step:expr, digits $digits:expr) => {
        pub mod $module {
            use super::{FloatKind, Num, multiply};
            use std::$float::consts;

            type Pair = ($float, $float);

            const ZERO: $float = 0.0;
            const ONE: $float = 1.0;
            const TWO: $float = 2.0;

            pub fn power(base: Pair, exponent: Pair) -> Pair {
                exp(product(exponent, log(base)))
            }

            pub fn product(a: Pair, b: Pair) -> Pair {
                let number = |x: $float| Num::new(FloatKind::$kind, u128::from(x.to_bits()));
                let pair = |(x, y): Pair| (number(x), number(y));
                let (x, y) = multiply(pair(a), pair(b));
                (x.$narrow(), y.$narrow())
            }

            /// Sine and cosine; tiny angles are their own sine.
            fn sin_cos(angle: $float) -> ($float, $float) {
                if angle.abs() > <$float>::MIN_POSITIVE {
                    (angle.sin(), angle.cos())
                } else {
                    (angle, 1.0)
                }
            }

            pub fn exp((x, y): Pair) -> Pair {
                if x.is_infinite() && x < 0.0 {
                    // The size is zero whatever the angle is.
                    let (sin, cos) = if y.is_finite() { sin_cos(y) } else { (y, 1.0) };
                    return (ZERO.copysign(cos), ZERO.copysign(sin));
                }
                if x.is_infinite() && y == 0.0 {
                    return (x, y);
                }
                if x.is_infinite() && !y.is_finite() {
                    return (<$float>::INFINITY, <$float>::NAN);
                }
                if x.is_nan() && y == 0.0 {
                    return (x, y);
                }
                if x.is_finite() && !y.is_finite() {
                    return (<$float>::NAN, <$float>::NAN);
                }
                let (sin, cos) = sin_cos(y);
                // Beyond the largest exponent the power is taken in steps.
                let (mut x, mut sin, mut cos) = (x, sin, cos);
                const STEP: $float = $step;
                if x.is_finite() && x > STEP {
                    let factor = STEP.exp();
                    for _ in 0..2 {
                        if x > STEP {
                            x -= STEP;
                            sin *= factor;
                            cos *= factor;
                        }
                    }
                }
                let size = if x.is_finite() && x > STEP { <$float>::MAX } else { x.exp() };
                (size * cos, size * sin)
            }

            /// The logarithm of the absolute value, exact near 1 too.
            fn log_abs(x: $float, y: $float) -> $float {
                let (mut a, mut b) = (x.abs().max(y.abs()), x.abs().min(y.abs()));
                if !a.is_finite() || a.is_nan() || b.is_nan() {
                    return a.hypot(b).ln();
                }
                let mut scale = 0;
                if a > <$float>::MAX / 2.0 {
                    scale = -1;
                    a /= 2.0;
                    b = if b >= <$float>::MIN_POSITIVE * 2.0 { b / 2.0 } else { 0.0 };
                } else if a < <$float>::MIN_POSITIVE && b < <$float>::MIN_POSITIVE {
                    scale = $digits;
                    a *= TWO.powi($digits);
                    b *= TWO.powi($digits);
                }
                if scale != 0 {
                    return a.hypot(b).ln() - scale as $float * consts::LN_2;
                }
                if a == 1.0 {
                    (b * b).ln_1p() / 2.0
                } else if a > 1.0 && a < 2.0 && b < 1.0 {
                    let mut above_one = (a - 1.0) * (a + 1.0);
                    if b >= <$float>::EPSILON {
                        above_one += b * b;
                    }
                    above_one.ln_1p() / 2.0
                } else if (0.5..1.0).contains(&a) && b < <$float>::EPSILON / 2.0 {
                    ((a - 1.0) * (a + 1.0)).ln_1p() / 2.0
                } else if (0.5..1.0).contains(&a) && a * a + b * b >= 0.5 {
                    // The sum of squares is near 1: in quad precision nothing cancels.
                    let quad = |x: $float| Num::from_f64(FloatKind::Quad, f64::from(x));
                    let sum = quad(a) * quad(a) - quad(1.0) + quad(b) * quad(b);
                    (sum.to_f64() as $float).ln_1p() / 2.0
                } else {
                    a.hypot(b).ln()
                }
            }

            pub fn log((x, y): Pair) -> Pair {
                if x == 0.0 && y == 0.0 {
                    let angle = if x.is_sign_negative() { consts::PI } else { 0.0 };
                    return (<$float>::NEG_INFINITY, angle.copysign(y));
                }
                (log_abs(x, y), y.atan2(x))
            }

            pub fn log10(z: Pair) -> Pair {
                let (size, angle) = log(z);
                (size / consts::LN_10, angle / consts::LN_10)
            }

            pub fn sqrt((x, y): Pair) -> Pair {
                if y.is_infinite() {
                    return (<$float>::INFINITY, y);
                }
                if x.is_infinite() {
                    return if x > 0.0 {
                        (x, if y.is_nan() { y } else { ZERO.copysign(y) })
                    } else {
                        (if y.is_nan() { y } else { 0.0 }, x.abs().copysign(y))
                    };
                }
                if x.is_nan() || y.is_nan() {
                    return (<$float>::NAN, <$float>::NAN);
                }
                if y == 0.0 {
                    return if x < 0.0 {
                        (0.0, (-x).sqrt().copysign(y))
                    } else {
                        (x.sqrt().abs(), ZERO.copysign(y))
                    };
                }
                if x == 0.0 {
                    let half = if y.abs() >= 2.0 * <$float>::MIN_POSITIVE {
                        (0.5 * y.abs()).sqrt()
                    } else {
                        0.5 * (2.0 * y.abs()).sqrt()
                    };
                    return (half, half.copysign(y));
                }
                let (mut x, mut y, mut scale) = (x, y, 0);
                if x.abs() > <$float>::MAX / 4.0 || y.abs() > <$float>::MAX / 4.0 {
                    scale = 1;
                    (x, y) = (x * 0.25, y * 0.25);
                } else if x.abs() < 2.0 * <$float>::MIN_POSITIVE
                    && y.abs() < 2.0 * <$float>::MIN_POSITIVE
                {
                    scale = -($digits + 1) / 2;
                    (x, y) = (x * TWO.powi($digits + 1), y * TWO.powi($digits + 1));
                }
                let size = x.hypot(y);
                let (real, imaginary) = if x > 0.0 {
                    let real = (0.5 * (size + x)).sqrt();
                    (real, 0.5 * (y / real))
                } else {
                    let imaginary = (0.5 * (size - x)).sqrt();
                    ((0.5 * (y / imaginary)).abs(), imaginary)
                };
                let factor = TWO.powi(scale);
                (real * factor, (imaginary * factor).copysign(y))
            }

            pub fn sinh((x, y): Pair) -> Pair {
                let (sin, cos) = sin_cos(y);
                if y == 0.0 {
                    return (x.sinh(), y);
                }
                (x.sinh() * cos, x.cosh() * sin)
            }

            pub fn cosh((x, y): Pair) -> Pair {
                let (sin, cos) = sin_cos(y);
                if y == 0.0 || x == 0.0 {
                    return (
                        x.cosh() * cos,
                        y * ONE.copysign(x) * if x == 0.0 { 0.0 } else { 1.0 },
                    );
                }
                (x.cosh() * cos, x.sinh() * sin)
            }

            pub fn tanh((x, y): Pair) -> Pair {
                let (sin, cos) = sin_cos(y);
                // Beyond this the real part is 1 to the last bit.
                const FLAT: $float = $step / 2.0;
                if x.abs() > FLAT {
                    let decay = if x.is_finite() { 4.0 * (-2.0 * x.abs()).exp() } else { 0.0 };
                    return (ONE.copysign(x), sin * cos * decay);
                }
                let (sinh, cosh) = (x.sinh(), x.cosh());
                let denominator = if sinh.abs() > cos.abs() * <$float>::EPSILON {
                    sinh * sinh + cos * cos
                } else {
                    cos * cos
                };
                (sinh * cosh / denominator, sin * cos / denominator)
            }

            /// `i z`, by which the circular functions are the hyperbolic ones.
            fn turned((x, y): Pair) -> Pair {
                (-y, x)
            }

            /// `-i z`.
            fn turned_back((x, y): Pair) -> Pair {
                (y, -x)
            }

            pub fn sin(z: Pair) -> Pair {
                turned_back(sinh(turned(z)))
            }

            pub fn cos(z: Pair) -> Pair {
                cosh(turned(z))
            }

            pub fn tan(z: Pair) -> Pair {
                turned_back(tanh(turned(z)))
            }

            pub fn asinh(z: Pair) -> Pair {
                // log(z + sqrt(z^2 + 1)) in the right half-plane; the function is odd.
                let a = (z.0.abs(), z.1.abs());
                let (x2, y2) = product(a, a);
                let root = sqrt((x2 + 1.0, y2));
                let (x, y) = log((a.0 + root.0, a.1 + root.1));
                (x.copysign(z.0), y.copysign(z.1))
            }

            pub fn asin(z: Pair) -> Pair {
                turned_back(asinh(turned(z)))
            }

            pub fn acos(z: Pair) -> Pair {
                let (x, y) = asin(z);
                (consts::FRAC_PI_2 - x, -y)
            }

            pub fn acosh(z: Pair) -> Pair {
                let (x, y) = acos(z);
                // Of the two roots the one with a real part that is not negative.
                if y.is_sign_negative() || y == 0.0 && z.1.is_sign_positive() {
                    (-y + 0.0, x)
                } else {
                    (y, -x)
                }
            }

            pub fn atanh((x, y): Pair) -> Pair {
                let square = y * y;
                let real = 0.25 * ((1.0 + x) * (1.0 + x) + square).ln()
                    - 0.25 * ((1.0 - x) * (1.0 - x) + square).ln();
                let imaginary = 0.5 * (2.0 * y).atan2((1.0 - x) * (1.0 + x) - square);
                (real.copysign(x), imaginary)
            }

            pub fn atan(z: Pair) -> Pair {
                turned_back(atanh(turned(z)))
            }
        }
    };
}

functions!(double, f64, Double, to_f64, step 709.0, digits 53);
functions!(single, f32, Single, to_f32, step 88.0, digits 24);

#[cfg(test)]
mod tests {
    use super::double::*;
    use super::single;

    type Double = (f64, f64);

    fn near(a: Double, b: Double) {
        let close = |x: f64, y: f64| (x - y).abs() < 1e-12;
        assert!(close(a.0, b.0) && close(a.1, b.1), "{a:?} and {b:?}");
    }

    #[test]
    fn inverse_functions_undo_the_others() {
        for z in [(0.3, 0.4), (-0.5, 0.2), (0.7, -0.9), (-0.1, -0.3)] {
            near(sin(asin(z)), z);
            near(cos(acos(z)), z);
            near(tan(atan(z)), z);
            near(sinh(asinh(z)), z);
            near(cosh(acosh(z)), z);
            near(tanh(atanh(z)), z);
            near(exp(log(z)), z);
            near(product(sqrt(z), sqrt(z)), z);
        }
    }

    #[test]
    fn single_precision_is_near_double() {
        let (x, y) = single::exp((0.3, 0.4));
        let (a, b) = exp((0.3, 0.4));
        assert!((f64::from(x) - a).abs() < 1e-6 && (f64::from(y) - b).abs() < 1e-6);
    }

    #[test]
    fn roots_of_negative_numbers_are_imaginary() {
        assert_eq!(sqrt((-4.0, 0.0)), (0.0, 2.0));
        assert_eq!(sqrt((-4.0, -0.0)), (0.0, -2.0));
        assert_eq!(log((-1.0, 0.0)), (0.0, std::f64::consts::PI));
    }
}
