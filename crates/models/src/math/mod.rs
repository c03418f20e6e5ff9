//! `math.h`, `complex.h`, `fenv.h` and the compiler's arithmetic runtime.
//!
//! A function and its forms for `float` and `long double` share one model where the
//! result is exact: the format is that of the argument. Numbers are bit patterns
//! ([`Num`]), computed as the target's hardware does, rounding to nearest.

pub mod classify;
pub mod complex;
pub mod environment;
pub mod exact;
pub mod runtime;
pub mod transcendental;

mod complex_functions;
mod elementary;
mod error;
mod extended;
mod number;
mod quad;

pub use number::Num;

use crate::LibC;
use crate::errno::{EDOM, ERANGE};
use margay_engine::{ArgKind, Call, Flow, Stop, Value};
use margay_ir::FloatKind as Format;
use margay_smt::FloatKind;

/// The target's `long double`.
pub fn long_double(call: &Call<'_>) -> Format {
    crate::float_text::long_double(call.program)
}

/// The same format where numbers are computed.
pub fn computed(format: Format) -> FloatKind {
    match format {
        Format::Half => FloatKind::Half,
        Format::BFloat => FloatKind::BFloat,
        Format::Single => FloatKind::Single,
        // Of PowerPC's pair, the first double is the value but for its last bits.
        Format::Double | Format::PpcDouble => FloatKind::Double,
        Format::X87 => FloatKind::X87,
        Format::Quad => FloatKind::Quad,
    }
}

/// A floating-point argument.
pub fn arg(call: &mut Call<'_>, index: usize) -> Result<Num, Stop> {
    let kind = match call.args.get(index).map(|arg| arg.kind) {
        Some(ArgKind::Float(format)) => computed(format),
        _ => FloatKind::Double,
    };
    Ok(Num::new(kind, call.arg_u128(index)?))
}

pub fn result(number: Num) -> Flow {
    value(number).into()
}

pub fn value(number: Num) -> Value {
    Value::from_u128(number.bits, number.kind.bits())
}

/// Bytes that a number takes when it is stored.
pub fn stored_bytes(kind: FloatKind) -> u32 {
    kind.bits() / 8
}

/// Sets `errno` as glibc does: a result that is no number though the arguments are is
/// an error of the domain, an infinite one of finite arguments one of the range.
pub fn report(call: &mut Call<'_>, args: &[Num], result: Num) -> Result<(), Stop> {
    if result.is_nan() {
        if !args.iter().any(|arg| arg.is_nan()) {
            call.set_errno(EDOM)?;
        }
    } else if result.is_infinite() && args.iter().all(|arg| arg.is_finite()) {
        call.set_errno(ERANGE)?;
    }
    Ok(())
}

/// The same, where a zero can only come of a number too small to be told from it.
pub fn report_underflow(call: &mut Call<'_>, args: &[Num], result: Num) -> Result<(), Stop> {
    if result.is_zero() && args.iter().all(|arg| arg.is_finite()) {
        return call.set_errno(ERANGE);
    }
    report(call, args, result)
}

/// Counts a result that is only near the native one.
pub fn count_approximation(call: &mut Call<'_>, name: &'static str) {
    *call.library::<LibC>().approximated.entry(name).or_default() += 1;
}
