//! `complex.h`.
//!
//! On x86-64 a `double complex` is passed as two doubles, a `float complex` as one
//! vector of two floats and a `long double complex` in memory; results come back as
//! two values. The functions are computed in double precision from glibc's formulas;
//! the inverse functions and those of `long double` may differ in their last bits.

use super::runtime::multiply;
use super::{Num, computed, count_approximation, long_double, value};
use crate::Table;
use margay_engine::{ArgKind, Call, Flow, ModelResult, Stop};
use margay_ir::FloatKind as Format;
use margay_smt::FloatKind;

/// The forms for `double`, `float` and `long double`.
macro_rules! every_format {
    ($($name:literal => $model:ident($($function:expr)?),)*) => {
        &[$(
            ($name, |call| $model(call, Format::Double $(, $function)?)),
            (concat!($name, "f"), |call| $model(call, Format::Single $(, $function)?)),
            (concat!($name, "l"), |call| $model(call, long_double(call) $(, $function)?)),
        )*]
    };
}

pub const MODELS: Table = every_format! {
    "creal" => real_part(),
    "cimag" => imaginary_part(),
    "conj" => conjugate(),
    "cproj" => project(),
    "cabs" => to_real(|x, y| x.hypot(y)),
    "carg" => to_real(|x, y| y.atan2(x)),
    "cexp" => to_complex(exp),
    "clog" => to_complex(log),
    "clog10" => to_complex(log10),
    "csqrt" => to_complex(sqrt),
    "csin" => to_complex(sin),
    "ccos" => to_complex(cos),
    "ctan" => to_complex(tan),
    "csinh" => to_complex(sinh),
    "ccosh" => to_complex(cosh),
    "ctanh" => to_complex(tanh),
    "casin" => to_complex(asin),
    "cacos" => to_complex(acos),
    "catan" => to_complex(atan),
    "casinh" => to_complex(asinh),
    "cacosh" => to_complex(acosh),
    "catanh" => to_complex(atanh),
    "cpow" => power(),
};

type Pair = (Num, Num);
type Double = (f64, f64);

/// A complex argument that starts at an index, and the index behind it.
fn arg(call: &mut Call<'_>, index: usize, format: Format) -> Result<(Pair, usize), Stop> {
    let kind = computed(format);
    let number = |bits: u128| Num::new(kind, bits);
    match call.args.get(index).map(|arg| arg.kind) {
        Some(ArgKind::Memory { size, .. }) => {
            let address = call.arg_u64(index)?;
            let len = kind.bits() / 8;
            let real = call.load_value(address, len)?;
            let imaginary = call.load_value(address.wrapping_add(size / 2), len)?;
            let (real, imaginary) = (call.concrete_wide(real)?, call.concrete_wide(imaginary)?);
            Ok(((number(real), number(imaginary)), index + 1))
        }
        Some(ArgKind::Vector(_) | ArgKind::Int(64)) if format == Format::Single => {
            let both = call.arg_u64(index)?;
            let (real, imaginary) = (both & 0xffff_ffff, both >> 32);
            Ok(((number(u128::from(real)), number(u128::from(imaginary))), index + 1))
        }
        _ => {
            let (real, imaginary) = (call.arg_u128(index)?, call.arg_u128(index + 1)?);
            Ok(((number(real), number(imaginary)), index + 2))
        }
    }
}

pub fn result((real, imaginary): Pair) -> Flow {
    Flow::Return(vec![value(real), value(imaginary)])
}

fn real_part(call: &mut Call<'_>, format: Format) -> ModelResult {
    let ((real, _), _) = arg(call, 0, format)?;
    Ok(value(real).into())
}

fn imaginary_part(call: &mut Call<'_>, format: Format) -> ModelResult {
    let ((_, imaginary), _) = arg(call, 0, format)?;
    Ok(value(imaginary).into())
}

fn conjugate(call: &mut Call<'_>, format: Format) -> ModelResult {
    let ((real, imaginary), _) = arg(call, 0, format)?;
    Ok(result((real, -imaginary)))
}

fn project(call: &mut Call<'_>, format: Format) -> ModelResult {
    let ((real, imaginary), _) = arg(call, 0, format)?;
    if real.is_infinite() || imaginary.is_infinite() {
        let zero = Num::zero(real.kind).copysign(imaginary);
        return Ok(result((Num::infinity(real.kind), zero)));
    }
    Ok(result((real, imaginary)))
}

fn to_real(call: &mut Call<'_>, format: Format, function: fn(f64, f64) -> f64) -> ModelResult {
    let ((real, imaginary), _) = arg(call, 0, format)?;
    // In single precision the result of the double function rounds to the right float.
    note_precision(call, real.kind);
    let z = Num::from_f64(real.kind, function(real.to_f64(), imaginary.to_f64()));
    super::report(call, &[real, imaginary], z)?;
    Ok(Flow::from(value(z)))
}

fn to_complex(call: &mut Call<'_>, format: Format, function: fn(Double) -> Double) -> ModelResult {
    let ((real, imaginary), _) = arg(call, 0, format)?;
    note_precision(call, real.kind);
    let (x, y) = function((real.to_f64(), imaginary.to_f64()));
    Ok(result((Num::from_f64(real.kind, x), Num::from_f64(real.kind, y))))
}

fn note_precision(call: &mut Call<'_>, kind: FloatKind) {
    if !matches!(kind, FloatKind::Single | FloatKind::Double) {
        count_approximation(call, "complex long double");
    }
}

fn power(call: &mut Call<'_>, format: Format) -> ModelResult {
    let (base, next) = arg(call, 0, format)?;
    let (exponent, _) = arg(call, next, format)?;
    let kind = base.0.kind;
    note_precision(call, kind);
    let doubles = |(x, y): Pair| (x.to_f64(), y.to_f64());
    let (x, y) = exp(product(doubles(exponent), log(doubles(base))));
    Ok(result((Num::from_f64(kind, x), Num::from_f64(kind, y))))
}

fn product(a: Double, b: Double) -> Double {
    let pair =
        |(x, y): Double| (Num::from_f64(FloatKind::Double, x), Num::from_f64(FloatKind::Double, y));
    let (x, y) = multiply(pair(a), pair(b));
    (x.to_f64(), y.to_f64())
}

/// Sine and cosine; tiny angles are their own sine.
fn sin_cos(angle: f64) -> (f64, f64) {
    if angle.abs() > f64::MIN_POSITIVE { (angle.sin(), angle.cos()) } else { (angle, 1.0) }
}

fn exp((x, y): Double) -> Double {
    if x.is_infinite() && x < 0.0 {
        // The size is zero whatever the angle is.
        let (sin, cos) = if y.is_finite() { sin_cos(y) } else { (0.0, 0.0) };
        return (0f64.copysign(cos), 0f64.copysign(sin));
    }
    if x.is_infinite() && y == 0.0 {
        return (x, y);
    }
    if x.is_infinite() && !y.is_finite() {
        return (f64::INFINITY, f64::NAN);
    }
    if x.is_nan() && y == 0.0 {
        return (x, y);
    }
    let (sin, cos) = sin_cos(y);
    // Beyond the largest exponent the power is taken in steps.
    let (mut x, mut sin, mut cos) = (x, sin, cos);
    const STEP: f64 = 709.0;
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
    let size = if x.is_finite() && x > STEP { f64::MAX } else { x.exp() };
    (size * cos, size * sin)
}

/// The logarithm of the absolute value, exact near 1 too.
fn log_abs(x: f64, y: f64) -> f64 {
    let (mut a, mut b) = (x.abs().max(y.abs()), x.abs().min(y.abs()));
    if !a.is_finite() || a.is_nan() || b.is_nan() {
        return a.hypot(b).ln();
    }
    let mut scale = 0;
    if a > f64::MAX / 2.0 {
        scale = -1;
        a /= 2.0;
        b = if b >= f64::MIN_POSITIVE * 2.0 { b / 2.0 } else { 0.0 };
    } else if a < f64::MIN_POSITIVE && b < f64::MIN_POSITIVE {
        scale = 53;
        a *= 2f64.powi(53);
        b *= 2f64.powi(53);
    }
    if scale != 0 {
        return a.hypot(b).ln() - f64::from(scale) * std::f64::consts::LN_2;
    }
    if a == 1.0 {
        (b * b).ln_1p() / 2.0
    } else if a > 1.0 && a < 2.0 && b < 1.0 {
        let mut above_one = (a - 1.0) * (a + 1.0);
        if b >= f64::EPSILON {
            above_one += b * b;
        }
        above_one.ln_1p() / 2.0
    } else if (0.5..1.0).contains(&a) && b < f64::EPSILON / 2.0 {
        ((a - 1.0) * (a + 1.0)).ln_1p() / 2.0
    } else if (0.5..1.0).contains(&a) && a * a + b * b >= 0.5 {
        // The sum of squares is near 1: in quad precision nothing cancels.
        let quad = |x: f64| Num::from_f64(FloatKind::Quad, x);
        let sum = quad(a) * quad(a) - quad(1.0) + quad(b) * quad(b);
        sum.to_f64().ln_1p() / 2.0
    } else {
        a.hypot(b).ln()
    }
}

fn log((x, y): Double) -> Double {
    if x == 0.0 && y == 0.0 {
        let angle = if x.is_sign_negative() { std::f64::consts::PI } else { 0.0 };
        return (f64::NEG_INFINITY, angle.copysign(y));
    }
    (log_abs(x, y), y.atan2(x))
}

fn log10(z: Double) -> Double {
    let (size, angle) = log(z);
    (size / std::f64::consts::LN_10, angle / std::f64::consts::LN_10)
}

fn sqrt((x, y): Double) -> Double {
    if y.is_infinite() {
        return (f64::INFINITY, y);
    }
    if x.is_infinite() {
        return if x > 0.0 {
            (x, if y.is_nan() { y } else { 0f64.copysign(y) })
        } else {
            (if y.is_nan() { y } else { 0.0 }, x.abs().copysign(y))
        };
    }
    if x.is_nan() || y.is_nan() {
        return (f64::NAN, f64::NAN);
    }
    if y == 0.0 {
        return if x < 0.0 {
            (0.0, (-x).sqrt().copysign(y))
        } else {
            (x.sqrt().abs(), 0f64.copysign(y))
        };
    }
    if x == 0.0 {
        let half = if y.abs() >= 2.0 * f64::MIN_POSITIVE {
            (0.5 * y.abs()).sqrt()
        } else {
            0.5 * (2.0 * y.abs()).sqrt()
        };
        return (half, half.copysign(y));
    }
    let (mut x, mut y, mut scale) = (x, y, 0);
    if x.abs() > f64::MAX / 4.0 || y.abs() > f64::MAX / 4.0 {
        scale = 1;
        (x, y) = (x * 0.25, y * 0.25);
    } else if x.abs() < 2.0 * f64::MIN_POSITIVE && y.abs() < 2.0 * f64::MIN_POSITIVE {
        scale = -27;
        (x, y) = (x * 2f64.powi(54), y * 2f64.powi(54));
    }
    let size = x.hypot(y);
    let (real, imaginary) = if x > 0.0 {
        let real = (0.5 * (size + x)).sqrt();
        (real, 0.5 * (y / real))
    } else {
        let imaginary = (0.5 * (size - x)).sqrt();
        ((0.5 * (y / imaginary)).abs(), imaginary)
    };
    let factor = 2f64.powi(scale);
    (real * factor, (imaginary * factor).copysign(y))
}

fn sinh((x, y): Double) -> Double {
    let (sin, cos) = sin_cos(y);
    if y == 0.0 {
        return (x.sinh(), y);
    }
    (x.sinh() * cos, x.cosh() * sin)
}

fn cosh((x, y): Double) -> Double {
    let (sin, cos) = sin_cos(y);
    if y == 0.0 || x == 0.0 {
        return (x.cosh() * cos, y * 1f64.copysign(x) * if x == 0.0 { 0.0 } else { 1.0 });
    }
    (x.cosh() * cos, x.sinh() * sin)
}

fn tanh((x, y): Double) -> Double {
    let (sin, cos) = sin_cos(y);
    // Beyond this the real part is 1 to the last bit.
    const FLAT: f64 = 354.0;
    if x.abs() > FLAT {
        let decay = if x.is_finite() { 4.0 * (-2.0 * x.abs()).exp() } else { 0.0 };
        return (1f64.copysign(x), sin * cos * decay);
    }
    let (sinh, cosh) = (x.sinh(), x.cosh());
    let denominator =
        if sinh.abs() > cos.abs() * f64::EPSILON { sinh * sinh + cos * cos } else { cos * cos };
    (sinh * cosh / denominator, sin * cos / denominator)
}

/// `i z`, by which the circular functions are the hyperbolic ones.
fn turned((x, y): Double) -> Double {
    (-y, x)
}

/// `-i z`.
fn turned_back((x, y): Double) -> Double {
    (y, -x)
}

fn sin(z: Double) -> Double {
    turned_back(sinh(turned(z)))
}

fn cos(z: Double) -> Double {
    cosh(turned(z))
}

fn tan(z: Double) -> Double {
    turned_back(tanh(turned(z)))
}

fn asinh(z: Double) -> Double {
    // log(z + sqrt(z^2 + 1)) in the right half-plane; the function is odd.
    let a = (z.0.abs(), z.1.abs());
    let (x2, y2) = product(a, a);
    let root = sqrt((x2 + 1.0, y2));
    let (x, y) = log((a.0 + root.0, a.1 + root.1));
    (x.copysign(z.0), y.copysign(z.1))
}

fn asin(z: Double) -> Double {
    turned_back(asinh(turned(z)))
}

fn acos(z: Double) -> Double {
    let (x, y) = asin(z);
    (std::f64::consts::FRAC_PI_2 - x, -y)
}

fn acosh(z: Double) -> Double {
    let (x, y) = acos(z);
    // Of the two roots the one with a real part that is not negative.
    if y.is_sign_negative() || y == 0.0 && z.1.is_sign_positive() { (-y + 0.0, x) } else { (y, -x) }
}

fn atanh((x, y): Double) -> Double {
    let square = y * y;
    let real =
        0.25 * ((1.0 + x) * (1.0 + x) + square).ln() - 0.25 * ((1.0 - x) * (1.0 - x) + square).ln();
    let imaginary = 0.5 * (2.0 * y).atan2((1.0 - x) * (1.0 + x) - square);
    (real.copysign(x), imaginary)
}

fn atan(z: Double) -> Double {
    turned_back(atanh(turned(z)))
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn roots_of_negative_numbers_are_imaginary() {
        assert_eq!(sqrt((-4.0, 0.0)), (0.0, 2.0));
        assert_eq!(sqrt((-4.0, -0.0)), (0.0, -2.0));
        assert_eq!(log((-1.0, 0.0)), (0.0, std::f64::consts::PI));
    }
}
