//! `complex.h`.
//!
//! On x86-64 a `double complex` is passed as two doubles, a `float complex` as one
//! vector of two floats and a `long double complex` in memory; results come back as
//! two values. The functions themselves are in [`super::complex_functions`]; those of
//! `long double` are computed in double precision, and counted.

use super::complex_functions::{double, single};
use super::{Num, computed, count_approximation, extended, long_double, value};
use crate::spec::{Facts, Table, exact};
use margay_engine::{ArgKind, Call, Flow, ModelResult, Stop};
use margay_ir::FloatKind as Format;
use margay_smt::FloatKind;

/// The forms for `double`, `float` and `long double`.
macro_rules! every_format {
    ($($name:literal [$double:literal $single:literal $long:literal] => $model:ident($($function:expr)?),)*) => {
        &[$(
            exact($name, |call| $model(call, Format::Double $(, $function)?)).typed($double),
            exact(concat!($name, "f"), |call| $model(call, Format::Single $(, $function)?)).typed($single),
            exact(concat!($name, "l"), |call| $model(call, long_double(call) $(, $function)?)).typed($long),
        )*]
    };
}

pub const MODELS: Table = Facts::QUIET.and(Facts::SIGNAL_SAFE).of_all(every_format! {
    "creal" ["ddd" "fw" "em"] => real_part(),
    "cimag" ["ddd" "fw" "em"] => imaginary_part(),
    "conj" ["xdd" "xw" "xm"] => conjugate(),
    "cproj" ["xdd" "xw" "xm"] => project(),
    "cabs" ["ddd" "fw" "em"] => absolute(),
    "carg" ["ddd" "fw" "em"] => argument(),
    "cexp" ["xdd" "xw" "xm"] => to_complex((double::exp, single::exp)),
    "clog" ["xdd" "xw" "xm"] => to_complex((double::log, single::log)),
    "clog10" ["xdd" "xw" "xm"] => to_complex((double::log10, single::log10)),
    "csqrt" ["xdd" "xw" "xm"] => to_complex((double::sqrt, single::sqrt)),
    "csin" ["xdd" "xw" "xm"] => to_complex((double::sin, single::sin)),
    "ccos" ["xdd" "xw" "xm"] => to_complex((double::cos, single::cos)),
    "ctan" ["xdd" "xw" "xm"] => to_complex((double::tan, single::tan)),
    "csinh" ["xdd" "xw" "xm"] => to_complex((double::sinh, single::sinh)),
    "ccosh" ["xdd" "xw" "xm"] => to_complex((double::cosh, single::cosh)),
    "ctanh" ["xdd" "xw" "xm"] => to_complex((double::tanh, single::tanh)),
    "casin" ["xdd" "xw" "xm"] => to_complex((double::asin, single::asin)),
    "cacos" ["xdd" "xw" "xm"] => to_complex((double::acos, single::acos)),
    "catan" ["xdd" "xw" "xm"] => to_complex((double::atan, single::atan)),
    "casinh" ["xdd" "xw" "xm"] => to_complex((double::asinh, single::asinh)),
    "cacosh" ["xdd" "xw" "xm"] => to_complex((double::acosh, single::acosh)),
    "catanh" ["xdd" "xw" "xm"] => to_complex((double::atanh, single::atanh)),
    "cpow" ["xdddd" "xww" "xmm"] => power(),
});

type Pair = (Num, Num);

/// A complex argument that starts at an index, and the index after it.
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

fn absolute(call: &mut Call<'_>, format: Format) -> ModelResult {
    let ((real, imaginary), _) = arg(call, 0, format)?;
    let z = match real.kind {
        FloatKind::Single => of_single(real.to_f32().hypot(imaginary.to_f32())),
        _ => extended::binary(call, "hypotl", real, imaginary, f64::hypot),
    };
    super::report(call, &[real, imaginary], z)?;
    Ok(value(z).into())
}

fn argument(call: &mut Call<'_>, format: Format) -> ModelResult {
    let ((real, imaginary), _) = arg(call, 0, format)?;
    let z = match real.kind {
        FloatKind::Single => of_single(imaginary.to_f32().atan2(real.to_f32())),
        _ => extended::binary(call, "atan2l", imaginary, real, f64::atan2),
    };
    Ok(value(z).into())
}

fn of_single(value: f32) -> Num {
    Num::new(FloatKind::Single, u128::from(value.to_bits()))
}

/// One function in both precisions.
type Both = (fn((f64, f64)) -> (f64, f64), fn((f32, f32)) -> (f32, f32));

fn to_complex(call: &mut Call<'_>, format: Format, function: Both) -> ModelResult {
    let ((real, imaginary), _) = arg(call, 0, format)?;
    note_precision(call, real.kind);
    if real.kind == FloatKind::Single {
        let (x, y) = function.1((real.to_f32(), imaginary.to_f32()));
        return Ok(result((of_single(x), of_single(y))));
    }
    let (x, y) = function.0((real.to_f64(), imaginary.to_f64()));
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
    note_precision(call, base.0.kind);
    if base.0.kind == FloatKind::Single {
        let pair = |(x, y): Pair| (x.to_f32(), y.to_f32());
        let (x, y) = single::power(pair(base), pair(exponent));
        return Ok(result((of_single(x), of_single(y))));
    }
    let pair = |(x, y): Pair| (x.to_f64(), y.to_f64());
    let (x, y) = double::power(pair(base), pair(exponent));
    Ok(result((Num::from_f64(base.0.kind, x), Num::from_f64(base.0.kind, y))))
}
