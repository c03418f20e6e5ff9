//! Functions that compilers call for arithmetic that the target lacks: products and
//! quotients of complex numbers, 128-bit integers, half precision, integer powers.
//!
//! Complex division follows libgcc, which native builds on Linux link.

use super::{Num, arg, complex, computed, long_double, value};
use crate::spec::{Facts, Table, exact};
use margay_engine::{ArgKind, Call, Fault, Flow, ModelResult, Stop, Value};
use margay_smt::FloatKind;

pub const MODELS: Table = Facts::QUIET.and(Facts::SIGNAL_SAFE).of_all(&[
    exact("__mulsc3", |call| complex_operation(call, multiply)),
    exact("__muldc3", |call| complex_operation(call, multiply)),
    exact("__mulxc3", |call| complex_operation(call, multiply)),
    exact("__multc3", |call| complex_operation(call, multiply)),
    exact("__divsc3", |call| complex_operation(call, divide)),
    exact("__divdc3", |call| complex_operation(call, divide)),
    exact("__divxc3", |call| complex_operation(call, divide)),
    exact("__divtc3", |call| complex_operation(call, divide)),
    exact("__powisf2", powi).typed("ffi"),
    exact("__powidf2", powi).typed("ddi"),
    exact("__powixf2", powi).typed("eei"),
    exact("__powitf2", powi).typed("ggi"),
    exact("__udivti3", |call| unsigned_128(call, u128::checked_div)).typed("ooo"),
    exact("__umodti3", |call| unsigned_128(call, u128::checked_rem)).typed("ooo"),
    exact("__divti3", |call| signed_128(call, i128::wrapping_div)).typed("ooo"),
    exact("__modti3", |call| signed_128(call, i128::wrapping_rem)).typed("ooo"),
    exact("__multi3", |call| unsigned_128(call, |a, b| Some(a.wrapping_mul(b)))).typed("ooo"),
    exact("__extendhfsf2", |call| converted(call, FloatKind::Half, FloatKind::Single)),
    exact("__extendhfdf2", |call| converted(call, FloatKind::Half, FloatKind::Double)),
    exact("__gnu_h2f_ieee", |call| converted(call, FloatKind::Half, FloatKind::Single)),
    exact("__truncsfhf2", |call| converted(call, FloatKind::Single, FloatKind::Half)),
    exact("__truncdfhf2", |call| converted(call, FloatKind::Double, FloatKind::Half)),
    exact("__gnu_f2h_ieee", |call| converted(call, FloatKind::Single, FloatKind::Half)),
    exact("__truncsfbf2", |call| converted(call, FloatKind::Single, FloatKind::BFloat)),
    exact("__truncdfbf2", |call| converted(call, FloatKind::Double, FloatKind::BFloat)),
    exact("__extendsftf2", |call| converted(call, FloatKind::Single, FloatKind::Quad)),
    exact("__extenddftf2", |call| converted(call, FloatKind::Double, FloatKind::Quad)),
    exact("__extendxftf2", |call| converted(call, computed(long_double(call)), FloatKind::Quad)),
    exact("__trunctfsf2", |call| converted(call, FloatKind::Quad, FloatKind::Single)),
    exact("__trunctfdf2", |call| converted(call, FloatKind::Quad, FloatKind::Double)),
    exact("__trunctfxf2", |call| converted(call, FloatKind::Quad, computed(long_double(call)))),
]);

type Pair = (Num, Num);

fn complex_operation(call: &mut Call<'_>, operation: fn(Pair, Pair) -> Pair) -> ModelResult {
    let x = (arg(call, 0)?, arg(call, 1)?);
    let y = (arg(call, 2)?, arg(call, 3)?);
    Ok(complex::result(operation(x, y)))
}

/// For an infinite part 1, else 0, with the sign kept: what annex G of the standard
/// puts in the place of parts before it computes an infinite result.
fn boxed(x: Num) -> Num {
    let unit = if x.is_infinite() { 1.0 } else { 0.0 };
    Num::from_f64(x.kind, unit).copysign(x)
}

/// Zero with its sign in the place of a NaN.
fn settled(x: Num) -> Num {
    if x.is_nan() { Num::zero(x.kind).copysign(x) } else { x }
}

pub fn multiply((mut a, mut b): Pair, (mut c, mut d): Pair) -> Pair {
    let (ac, bd, ad, bc) = (a * c, b * d, a * d, b * c);
    let (x, y) = (ac - bd, ad + bc);
    if !x.is_nan() || !y.is_nan() {
        return (x, y);
    }
    let mut recalculate = false;
    if a.is_infinite() || b.is_infinite() {
        (a, b, c, d) = (boxed(a), boxed(b), settled(c), settled(d));
        recalculate = true;
    }
    if c.is_infinite() || d.is_infinite() {
        (c, d, a, b) = (boxed(c), boxed(d), settled(a), settled(b));
        recalculate = true;
    }
    if !recalculate && [ac, bd, ad, bc].iter().any(|part| part.is_infinite()) {
        (a, b, c, d) = (settled(a), settled(b), settled(c), settled(d));
        recalculate = true;
    }
    if recalculate {
        let infinity = Num::infinity(x.kind);
        return (infinity * (a * c - b * d), infinity * (a * d + b * c));
    }
    (x, y)
}

pub fn divide((a, b): Pair, (c, d): Pair) -> Pair {
    let kind = a.kind;
    let (x, y) = if kind == FloatKind::Single {
        // A double holds the products, so nothing overflows on the way.
        let wide = |x: Num| x.convert(FloatKind::Double);
        let (x, y) = plain_quotient((wide(a), wide(b)), (wide(c), wide(d)));
        (x.convert(kind), y.convert(kind))
    } else {
        scaled_quotient((a, b), (c, d))
    };
    if !x.is_nan() || !y.is_nan() {
        return (x, y);
    }
    let infinity = Num::infinity(kind);
    if c.is_zero() && d.is_zero() && (!a.is_nan() || !b.is_nan()) {
        let infinity = infinity.copysign(c);
        (infinity * a, infinity * b)
    } else if (a.is_infinite() || b.is_infinite()) && c.is_finite() && d.is_finite() {
        let (a, b) = (boxed(a), boxed(b));
        (infinity * (a * c + b * d), infinity * (b * c - a * d))
    } else if (c.is_infinite() || d.is_infinite()) && a.is_finite() && b.is_finite() {
        let (c, d) = (boxed(c), boxed(d));
        let zero = Num::zero(kind);
        (zero * (a * c + b * d), zero * (b * c - a * d))
    } else {
        (x, y)
    }
}

fn plain_quotient((a, b): Pair, (c, d): Pair) -> Pair {
    let denominator = c * c + d * d;
    ((a * c + b * d) / denominator, (b * c - a * d) / denominator)
}

/// Smith's method with Baudin's care for numbers near the ends of the range.
fn scaled_quotient((mut a, mut b): Pair, (mut c, mut d): Pair) -> Pair {
    let kind = a.kind;
    let one = Num::from_f64(kind, 1.0);
    let largest = Num::infinity(kind).next_down();
    let smallest = smallest_normal(kind);
    let epsilon = one.next_up() - one;
    let big = largest.scale(-1);
    let big_scaled = big * epsilon;
    let half = Num::from_f64(kind, 0.5);
    let swapped = c.abs() < d.abs();
    let denominator = if swapped { d } else { c };
    let mut all = |factor: Num| (a, b, c, d) = (a * factor, b * factor, c * factor, d * factor);
    if denominator.abs() >= big {
        all(half);
    }
    let denominator = if swapped { d } else { c };
    let up = one / epsilon;
    let small = |x: Num, y: Num| {
        x.abs() < smallest && y.abs() < big_scaled && denominator.abs() < big_scaled
    };
    if denominator.abs() < epsilon || small(a, b) || small(b, a) {
        (a, b, c, d) = (a * up, b * up, c * up, d * up);
    }
    if swapped {
        let ratio = c / d;
        let denominator = c * ratio + d;
        if ratio.abs() > smallest {
            ((a * ratio + b) / denominator, (b * ratio - a) / denominator)
        } else {
            ((c * (a / d) + b) / denominator, (c * (b / d) - a) / denominator)
        }
    } else {
        let ratio = d / c;
        let denominator = d * ratio + c;
        if ratio.abs() > smallest {
            ((b * ratio + a) / denominator, (b - a * ratio) / denominator)
        } else {
            ((a + d * (b / c)) / denominator, (b - d * (a / c)) / denominator)
        }
    }
}

fn smallest_normal(kind: FloatKind) -> Num {
    let exponent = 2 - (1 << (kind.exponent_bits() - 1));
    Num::from_f64(kind, 1.0).scale(exponent)
}

/// Repeated squaring, in the order of compiler-rt.
fn powi(call: &mut Call<'_>) -> ModelResult {
    let (mut base, power) = (arg(call, 0)?, call.arg_i32(1)?);
    let mut rest = power;
    let mut product = Num::from_f64(base.kind, 1.0);
    loop {
        if rest % 2 != 0 {
            product = product * base;
        }
        rest /= 2;
        if rest == 0 {
            break;
        }
        base = base * base;
    }
    let one = Num::from_f64(base.kind, 1.0);
    Ok(value(if power < 0 { one / product } else { product }).into())
}

/// Two 128-bit arguments, each in one register or in two.
fn args_128(call: &mut Call<'_>) -> Result<(u128, u128), Stop> {
    if call.args.first().is_some_and(|arg| arg.kind == ArgKind::Int(128)) {
        return Ok((call.arg_u128(0)?, call.arg_u128(1)?));
    }
    let mut halves = [0u128; 4];
    for (index, half) in halves.iter_mut().enumerate() {
        *half = u128::from(call.arg_u64(index)?);
    }
    Ok((halves[0] | halves[1] << 64, halves[2] | halves[3] << 64))
}

fn result_128(call: &Call<'_>, result: u128) -> Flow {
    let value = Value::from_u128(result, 128);
    match value {
        Value::Wide([low, high]) if call.args.len() == 4 => {
            Flow::Return(vec![Value::Int(low), Value::Int(high)])
        }
        whole => whole.into(),
    }
}

fn unsigned_128(call: &mut Call<'_>, operation: fn(u128, u128) -> Option<u128>) -> ModelResult {
    let (a, b) = args_128(call)?;
    let result = operation(a, b).ok_or(Fault::DivisionByZero)?;
    Ok(result_128(call, result))
}

fn signed_128(call: &mut Call<'_>, operation: fn(i128, i128) -> i128) -> ModelResult {
    let (a, b) = args_128(call)?;
    if b == 0 {
        return Err(Fault::DivisionByZero.into());
    }
    let result = operation(a.cast_signed(), b.cast_signed());
    Ok(result_128(call, result.cast_unsigned()))
}

/// The bits of a half may come as an integer.
fn converted(call: &mut Call<'_>, from: FloatKind, to: FloatKind) -> ModelResult {
    let bits = call.arg_u128(0)? & from.mask();
    Ok(value(Num::new(from, bits).convert(to)).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(x: f64, y: f64) -> Pair {
        (Num::from_f64(FloatKind::Double, x), Num::from_f64(FloatKind::Double, y))
    }

    fn doubles((x, y): Pair) -> (f64, f64) {
        (x.to_f64(), y.to_f64())
    }

    #[test]
    fn products_and_quotients_of_finite_numbers() {
        assert_eq!(doubles(multiply(pair(1.0, 2.0), pair(3.0, -4.0))), (11.0, 2.0));
        assert_eq!(doubles(divide(pair(11.0, 2.0), pair(3.0, -4.0))), (1.0, 2.0));
        assert_eq!(doubles(divide(pair(11.0, 2.0), pair(1.0, 2.0))), (3.0, -4.0));
    }

    #[test]
    fn infinities_stay_infinities() {
        let (x, _) = doubles(multiply(pair(f64::INFINITY, f64::NAN), pair(1.0, 1.0)));
        assert!(x.is_infinite());
        let (x, _) = doubles(divide(pair(1.0, 1.0), pair(0.0, 0.0)));
        assert!(x.is_infinite());
        assert_eq!(doubles(divide(pair(1.0, 1.0), pair(f64::INFINITY, 0.0))).0, 0.0);
    }

    #[test]
    fn half_of_the_range_is_no_obstacle() {
        let big = f64::MAX;
        assert_eq!(doubles(divide(pair(big, big), pair(big, big))), (1.0, 0.0));
    }
}
