//! Functions of `math.h` whose exact result is never a number of the format.
//!
//! `float` and `double` use the host's libm, which is what a native build would call.
//! For `long double` see [`super::extended`].

use super::elementary as own;
use super::{
    Num, arg, count_approximation, error, extended, report, report_underflow, result, stored_bytes,
    value,
};
use crate::LibC;
use crate::spec::{Facts, Table, exact};
use margay_engine::{Call, Flow, ModelResult, Stop};
use margay_smt::FloatKind;

/// The three forms of a function of one argument.
macro_rules! unary {
    ($($name:literal: $double:expr, $single:expr, $report:ident;)*) => {
        &[$(
            exact($name, |call| of_double(call, $double, $report)).typed("dd"),
            exact(concat!($name, "f"), |call| of_single(call, $single, $report)).typed("ff"),
            exact(concat!($name, "l"), |call| of_long(call, concat!($name, "l"), $double, $report)).typed("ee"),
        )*]
    };
}

/// The same, where the result may differ from the native one in its last digits.
macro_rules! near {
    ($($name:literal: $double:expr, $single:expr, $report:ident;)*) => {
        &[$(
            exact($name, |call| {
                count_approximation(call, $name);
                of_double(call, $double, $report)
            }).typed("dd"),
            exact(concat!($name, "f"), |call| {
                count_approximation(call, concat!($name, "f"));
                of_single(call, $single, $report)
            }).typed("ff"),
            exact(concat!($name, "l"), |call| of_long(call, concat!($name, "l"), $double, $report)).typed("ee"),
        )*]
    };
}

/// The three forms of a function of two arguments.
macro_rules! binary {
    ($($name:literal: $double:expr, $single:expr, $report:ident;)*) => {
        &[$(
            exact($name, |call| of_doubles(call, $double, $report)).typed("ddd"),
            exact(concat!($name, "f"), |call| of_singles(call, $single, $report)).typed("fff"),
            exact(concat!($name, "l"), |call| of_longs(call, concat!($name, "l"), $double, $report)).typed("eee"),
        )*]
    };
}

pub const MODELS: Table = Facts::QUIET.and(Facts::SIGNAL_SAFE).of_all(unary! {
    "sin": f64::sin, f32::sin, report;
    "cos": f64::cos, f32::cos, report;
    "tan": f64::tan, f32::tan, report;
    "asin": f64::asin, f32::asin, report;
    "acos": f64::acos, f32::acos, report;
    "atan": f64::atan, f32::atan, report;
    "sinh": f64::sinh, f32::sinh, report;
    "cosh": f64::cosh, f32::cosh, report;
    "tanh": f64::tanh, f32::tanh, report;
    "asinh": own::asinh, own::asinhf, report;
    "acosh": own::acosh, own::acoshf, report;
    "atanh": own::atanh, own::atanhf, report;
    "exp": f64::exp, f32::exp, report_underflow;
    "exp2": f64::exp2, f32::exp2, report_underflow;
    "exp10": own::exp10, own::exp10f, report_underflow;
    "pow10": own::exp10, own::exp10f, report_underflow;
    "expm1": f64::exp_m1, f32::exp_m1, report;
    "log": f64::ln, f32::ln, report;
    "log2": f64::log2, f32::log2, report;
    "log10": f64::log10, f32::log10, report;
    "log1p": f64::ln_1p, f32::ln_1p, report;
    "cbrt": own::cbrt, own::cbrtf, report;
});

/// Functions that the host's libm does not compute.
pub const NEAR: Table = Facts::QUIET.and(Facts::SIGNAL_SAFE).of_all(near! {
    "tgamma": tgamma, tgammaf, report_underflow;
    "j0": libm::j0, libm::j0f, report;
    "j1": j1, j1f, report;
    "y0": libm::y0, libm::y0f, report;
    "y1": libm::y1, libm::y1f, report;
});

pub const BINARY: Table = Facts::QUIET.and(Facts::SIGNAL_SAFE).of_all(binary! {
    "pow": f64::powf, f32::powf, report_power;
    "atan2": f64::atan2, f32::atan2, report_angle;
    "hypot": f64::hypot, f32::hypot, report;
});

pub const OTHERS: Table = Facts::QUIET.and(Facts::SIGNAL_SAFE).of_all(&[
    exact("erf", |call| of_double(call, error::erf, report)).typed("dd"),
    exact("erff", |call| {
        count_approximation(call, "erff");
        of_single(call, libm::erff, report)
    })
    .typed("ff"),
    exact("erfl", |call| of_long(call, "erfl", error::erf, report)).typed("ee"),
    exact("erfc", |call| of_double(call, error::erfc, report_underflow)).typed("dd"),
    exact("erfcf", |call| {
        count_approximation(call, "erfcf");
        of_single(call, libm::erfcf, report_underflow)
    })
    .typed("ff"),
    exact("erfcl", |call| of_long(call, "erfcl", error::erfc, report_underflow)).typed("ee"),
    exact("lgamma", |call| lgamma(call, true)).typed("dd"),
    exact("lgammaf", |call| lgamma(call, true)).typed("ff"),
    exact("lgammal", |call| lgamma(call, true)).typed("ee"),
    exact("gamma", |call| lgamma(call, true)).typed("dd"),
    exact("gammaf", |call| lgamma(call, true)).typed("ff"),
    exact("gammal", |call| lgamma(call, true)).typed("ee"),
    exact("lgamma_r", |call| lgamma(call, false)).typed("ddp"),
    exact("lgammaf_r", |call| lgamma(call, false)).typed("ffp"),
    exact("lgammal_r", |call| lgamma(call, false)).typed("eep"),
    exact("sincos", sincos).typed("vdpp"),
    exact("sincosf", sincos).typed("vfpp"),
    exact("sincosl", sincos).typed("vepp"),
    exact("jn", |call| bessel(call, libm::jn)).typed("did"),
    exact("jnf", |call| bessel(call, libm::jn)).typed("fif"),
    exact("jnl", |call| bessel(call, libm::jn)).typed("eie"),
    exact("yn", |call| bessel(call, libm::yn)).typed("did"),
    exact("ynf", |call| bessel(call, libm::yn)).typed("fif"),
    exact("ynl", |call| bessel(call, libm::yn)).typed("eie"),
]);

/// Sets `errno` for arguments and a result.
type Report = fn(&mut Call<'_>, &[Num], Num) -> Result<(), Stop>;

fn double(value: f64) -> Num {
    Num::new(FloatKind::Double, u128::from(value.to_bits()))
}

fn single(value: f32) -> Num {
    Num::new(FloatKind::Single, u128::from(value.to_bits()))
}

fn of_double(call: &mut Call<'_>, function: fn(f64) -> f64, report: Report) -> ModelResult {
    let x = call.arg_f64(0)?;
    let z = function(x);
    report(call, &[double(x)], double(z))?;
    Ok(Flow::double(z))
}

fn of_single(call: &mut Call<'_>, function: fn(f32) -> f32, report: Report) -> ModelResult {
    let x = call.arg_f32(0)?;
    let z = function(x);
    report(call, &[single(x)], single(z))?;
    Ok(Flow::float(z))
}

fn of_long(
    call: &mut Call<'_>,
    name: &'static str,
    function: fn(f64) -> f64,
    report: Report,
) -> ModelResult {
    let x = arg(call, 0)?;
    let z = extended::unary(call, name, x, function);
    report(call, &[x], z)?;
    Ok(result(z))
}

fn of_doubles(call: &mut Call<'_>, function: fn(f64, f64) -> f64, report: Report) -> ModelResult {
    let (x, y) = (call.arg_f64(0)?, call.arg_f64(1)?);
    let z = function(x, y);
    report(call, &[double(x), double(y)], double(z))?;
    Ok(Flow::double(z))
}

fn of_singles(call: &mut Call<'_>, function: fn(f32, f32) -> f32, report: Report) -> ModelResult {
    let (x, y) = (call.arg_f32(0)?, call.arg_f32(1)?);
    let z = function(x, y);
    report(call, &[single(x), single(y)], single(z))?;
    Ok(Flow::float(z))
}

fn of_longs(
    call: &mut Call<'_>,
    name: &'static str,
    function: fn(f64, f64) -> f64,
    report: Report,
) -> ModelResult {
    let (x, y) = (arg(call, 0)?, arg(call, 1)?);
    let z = extended::binary(call, name, x, y, function);
    report(call, &[x, y], z)?;
    Ok(result(z))
}

/// A power is too small to be told from zero unless its base is zero.
fn report_power(call: &mut Call<'_>, args: &[Num], z: Num) -> Result<(), Stop> {
    if args[0].is_zero() { report(call, args, z) } else { report_underflow(call, args, z) }
}

/// An angle of zero is too small to be told from it unless its sine is zero.
fn report_angle(call: &mut Call<'_>, args: &[Num], z: Num) -> Result<(), Stop> {
    if args[0].is_zero() { report(call, args, z) } else { report_underflow(call, args, z) }
}

/// Where the crate `libm` gives another sign to a NaN or a zero than glibc.
fn tgamma(x: f64) -> f64 {
    if x == f64::NEG_INFINITY { f64::NAN } else { libm::tgamma(x) }
}

fn tgammaf(x: f32) -> f32 {
    if x == f32::NEG_INFINITY { f32::NAN } else { libm::tgammaf(x) }
}

fn j1(x: f64) -> f64 {
    if x == f64::NEG_INFINITY { -0.0 } else { libm::j1(x) }
}

fn j1f(x: f32) -> f32 {
    if x == f32::NEG_INFINITY { -0.0 } else { libm::j1f(x) }
}

/// The logarithm of the gamma function; its sign goes to `signgam` or a pointer.
fn lgamma(call: &mut Call<'_>, global: bool) -> ModelResult {
    let x = arg(call, 0)?;
    count_approximation(call, "lgamma");
    let (z, sign) = match x.kind {
        FloatKind::Single => {
            let (z, sign) = libm::lgammaf_r(x.to_f32());
            (single(z), sign)
        }
        kind => {
            let (z, sign) = libm::lgamma_r(x.to_f64());
            (Num::from_f64(kind, z), sign)
        }
    };
    let place = if global { call.library::<LibC>().signgam } else { call.arg_u64(1)? };
    if place != 0 {
        call.store(place, 4, u64::from(sign.cast_unsigned()))?;
    }
    report(call, &[x], z)?;
    Ok(result(z))
}

fn sincos(call: &mut Call<'_>) -> ModelResult {
    let (x, sin, cos) = (arg(call, 0)?, call.arg_u64(1)?, call.arg_u64(2)?);
    let (s, c) = match x.kind {
        FloatKind::Single => (single(x.to_f32().sin()), single(x.to_f32().cos())),
        FloatKind::Double => (double(x.to_f64().sin()), double(x.to_f64().cos())),
        _ => {
            (extended::unary(call, "sinl", x, f64::sin), extended::unary(call, "cosl", x, f64::cos))
        }
    };
    report(call, &[x], s)?;
    let len = stored_bytes(x.kind);
    call.store_value(sin, len, value(s))?;
    call.store_value(cos, len, value(c))?;
    Ok(Flow::void())
}

fn bessel(call: &mut Call<'_>, function: fn(i32, f64) -> f64) -> ModelResult {
    let (n, x) = (call.arg_i32(0)?, arg(call, 1)?);
    let z = Num::from_f64(x.kind, function(n, x.to_f64()));
    count_approximation(call, "bessel");
    report(call, &[x], z)?;
    Ok(result(z))
}
