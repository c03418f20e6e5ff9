//! Functions of `math.h` whose result is exact or correctly rounded, in every format.

use super::{
    Num, arg, computed, long_double, report, report_underflow, result, stored_bytes, value,
};
use crate::errno::{EDOM, ERANGE};
use crate::float_text::parse_float;
use crate::spec::{Facts, Table, exact};
use crate::text::{arg_signed, string};
use margay_engine::{Call, Flow, ModelResult, Stop, Value, mask};
use margay_ir::FloatKind as Format;
use margay_smt::{FloatKind, RoundingMode};
use std::cmp::Ordering;

/// A name with its forms for `float` and `long double`, which the argument's format tells apart.
macro_rules! every_format {
    ($($name:literal [$double:literal $single:literal $long:literal] => $model:expr,)*) => {
        &[$(
            exact($name, $model).typed($double),
            exact(concat!($name, "f"), $model).typed($single),
            exact(concat!($name, "l"), $model).typed($long),
        )*]
    };
}

pub const MODELS: Table = Facts::QUIET.and(Facts::SIGNAL_SAFE).of_all(every_format! {
    "fabs" ["dd" "ff" "ee"] => |call| unary(call, Num::abs),
    "floor" ["dd" "ff" "ee"] => |call| unary(call, |x| x.round(RoundingMode::TowardNegative)),
    "ceil" ["dd" "ff" "ee"] => |call| unary(call, |x| x.round(RoundingMode::TowardPositive)),
    "trunc" ["dd" "ff" "ee"] => |call| unary(call, |x| x.round(RoundingMode::TowardZero)),
    "round" ["dd" "ff" "ee"] => |call| unary(call, |x| x.round(RoundingMode::NearestAway)),
    "roundeven" ["dd" "ff" "ee"] => |call| unary(call, |x| x.round(RoundingMode::NearestEven)),
    "rint" ["dd" "ff" "ee"] => |call| unary(call, |x| x.round(RoundingMode::NearestEven)),
    "nearbyint" ["dd" "ff" "ee"] => |call| unary(call, |x| x.round(RoundingMode::NearestEven)),
    "sqrt" ["dd" "ff" "ee"] => sqrt,
    "fmod" ["ddd" "fff" "eee"] => |call| binary(call, Num::fmod),
    "remainder" ["ddd" "fff" "eee"] => |call| binary(call, Num::remainder),
    "drem" ["ddd" "fff" "eee"] => |call| binary(call, Num::remainder),
    "remquo" ["dddp" "fffp" "eeep"] => remquo,
    "fma" ["dddd" "ffff" "eeee"] => fma,
    "fmax" ["ddd" "fff" "eee"] => |call| extreme(call, Num::max, |_, y| y),
    "fmin" ["ddd" "fff" "eee"] => |call| extreme(call, Num::min, |x, y| if x.kind == FloatKind::X87 { x } else { y }),
    "fdim" ["ddd" "fff" "eee"] => fdim,
    "copysign" ["ddd" "fff" "eee"] => |call| {
        let (x, y) = (arg(call, 0)?, arg(call, 1)?);
        Ok(result(x.copysign(y)))
    },
    "nextafter" ["ddd" "fff" "eee"] => nextafter,
    "nexttoward" ["dde" "ffe" "eee"] => nextafter,
    "nextup" ["dd" "ff" "ee"] => |call| unary(call, Num::next_up),
    "nextdown" ["dd" "ff" "ee"] => |call| unary(call, Num::next_down),
    "frexp" ["ddp" "ffp" "eep"] => frexp,
    "ldexp" ["ddi" "ffi" "eei"] => scale_by_integer,
    "scalbn" ["ddi" "ffi" "eei"] => scale_by_integer,
    "scalbln" ["ddl" "ffl" "eel"] => scale_by_integer,
    "scalb" ["ddd" "fff" "eee"] => scalb,
    "logb" ["dd" "ff" "ee"] => logb,
    "ilogb" ["id" "if" "ie"] => ilogb,
    "llogb" ["ld" "lf" "le"] => llogb,
    "significand" ["dd" "ff" "ee"] => significand,
    "modf" ["ddp" "ffp" "eep"] => modf,
    "lround" ["ld" "lf" "le"] => |call| to_long(call, RoundingMode::NearestAway),
    "lrint" ["ld" "lf" "le"] => |call| to_long(call, RoundingMode::NearestEven),
    "llround" ["qd" "qf" "qe"] => |call| to_integer(call, RoundingMode::NearestAway, 64),
    "llrint" ["qd" "qf" "qe"] => |call| to_integer(call, RoundingMode::NearestEven, 64),
    "nan" ["dp" "fp" "ep"] => nan,
});

fn unary(call: &mut Call<'_>, function: fn(Num) -> Num) -> ModelResult {
    let x = arg(call, 0)?;
    Ok(result(function(x)))
}

fn binary(call: &mut Call<'_>, function: fn(Num, Num) -> Num) -> ModelResult {
    let (x, y) = (arg(call, 0)?, arg(call, 1)?);
    let z = function(x, y);
    report(call, &[x, y], z)?;
    Ok(result(z))
}

/// `fmax` and `fmin`: the other argument if one is no number. Of two zeros it is one by
/// its place, not by its sign, as the hardware compares.
fn extreme(
    call: &mut Call<'_>,
    function: fn(Num, Num) -> Num,
    of_zeros: fn(Num, Num) -> Num,
) -> ModelResult {
    let (x, y) = (arg(call, 0)?, arg(call, 1)?);
    let z = if x.is_nan() && y.is_nan() {
        x + y
    } else if x.is_zero() && y.is_zero() {
        of_zeros(x, y)
    } else {
        function(x, y)
    };
    Ok(result(z))
}

fn sqrt(call: &mut Call<'_>) -> ModelResult {
    let x = arg(call, 0)?;
    let root = x.sqrt();
    report(call, &[x], root)?;
    Ok(result(root))
}

fn fma(call: &mut Call<'_>) -> ModelResult {
    let (x, y, z) = (arg(call, 0)?, arg(call, 1)?, arg(call, 2)?);
    Ok(result(x.fma(y, z)))
}

fn fdim(call: &mut Call<'_>) -> ModelResult {
    let (x, y) = (arg(call, 0)?, arg(call, 1)?);
    let z = if x <= y { Num::zero(x.kind) } else { x - y };
    if z.is_infinite() {
        report(call, &[x, y], z)?;
    }
    Ok(result(z))
}

/// The remainder, and through the pointer the sign and the last bits of the quotient, of which
/// rounding up may make 8.
fn remquo(call: &mut Call<'_>) -> ModelResult {
    let (x, y, place) = (arg(call, 0)?, arg(call, 1)?, call.arg_u64(2)?);
    let remainder = x.remainder(y);
    report(call, &[x, y], remainder)?;
    let mut quotient = 0;
    if x.is_finite() && y.is_finite() && !y.is_zero() {
        let (y_abs, mut rest) = (y.abs(), x.abs());
        // Multiples of 8 do not show in three bits.
        let eight = y_abs.scale(3);
        if eight.is_finite() {
            rest = rest.fmod(eight);
        }
        for (bits, value) in [(2, 4), (1, 2), (0, 1)] {
            let multiple = y_abs.scale(bits);
            if multiple.is_finite() && rest >= multiple {
                rest = rest - multiple;
                quotient += value;
            }
        }
        // What is left is below y: the remainder tells whether it was rounded up.
        let rounded_up = !remainder.is_zero() && remainder.is_negative() != x.is_negative();
        if rounded_up {
            quotient += 1;
        }
        if x.is_negative() != y.is_negative() {
            quotient = -quotient;
        }
    }
    call.store(place, 4, u64::from(i32::cast_unsigned(quotient)))?;
    Ok(result(remainder))
}

/// `nexttoward` has a `long double` as its direction.
fn nextafter(call: &mut Call<'_>) -> ModelResult {
    let (x, toward) = (arg(call, 0)?, arg(call, 1)?);
    if x.is_nan() || toward.is_nan() {
        return Ok(result(x.convert(toward.kind).add_to(toward).convert(x.kind)));
    }
    let next = match x.convert(toward.kind).partial_cmp(&toward) {
        Some(Ordering::Less) => x.next_up(),
        Some(Ordering::Greater) => x.next_down(),
        _ => return Ok(result(toward.convert(x.kind))),
    };
    let overflow = next.is_infinite() && x.is_finite();
    // The step from zero is the one into the subnormal numbers that goes unnoticed.
    if overflow || !x.is_zero() && (next.is_zero() || next.is_subnormal()) {
        call.set_errno(ERANGE)?;
    }
    Ok(result(next))
}

impl Num {
    fn add_to(self, other: Num) -> Num {
        self + other
    }
}

fn frexp(call: &mut Call<'_>) -> ModelResult {
    let (x, place) = (arg(call, 0)?, call.arg_u64(1)?);
    let (fraction, exponent) = if !x.is_finite() {
        // An infinity is itself; a signalling NaN becomes quiet.
        (x + x, 0)
    } else if x.is_zero() {
        (x, 0)
    } else {
        let exponent = x.exponent() + 1;
        (x.scale(-exponent), exponent)
    };
    call.store(place, 4, u64::from(exponent.cast_unsigned()))?;
    Ok(result(fraction))
}

/// Beyond this every number is zero or infinite.
const FAR: i64 = 100_000;

fn scaled(call: &mut Call<'_>, x: Num, exponent: i64) -> ModelResult {
    if !x.is_finite() || x.is_zero() {
        return Ok(result(x + Num::zero(x.kind).copysign(x)));
    }
    let exponent = i32::try_from(exponent.clamp(-FAR, FAR)).expect("clamped to 32 bits");
    let z = x.scale(exponent);
    report_underflow(call, &[x], z)?;
    Ok(result(z))
}

fn scale_by_integer(call: &mut Call<'_>) -> ModelResult {
    let (x, exponent) = (arg(call, 0)?, arg_signed(call, 1)?);
    scaled(call, x, exponent)
}

/// The exponent is a floating-point number that must be whole.
fn scalb(call: &mut Call<'_>) -> ModelResult {
    let (x, y) = (arg(call, 0)?, arg(call, 1)?);
    if x.is_nan() || y.is_nan() {
        return Ok(result(x * y));
    }
    if y.is_infinite() {
        let z = if y.is_negative() { x / -y } else { x * y };
        report(call, &[x, y], z)?;
        return Ok(result(z));
    }
    if y.round(RoundingMode::TowardZero) != y {
        call.set_errno(EDOM)?;
        return Ok(result(Num::invalid(x.kind)));
    }
    let far = if y.is_negative() { -FAR } else { FAR };
    let exponent = y.to_integer(64).map_or(far, u64::cast_signed);
    scaled(call, x, exponent)
}

fn logb(call: &mut Call<'_>) -> ModelResult {
    let x = arg(call, 0)?;
    // Unlike other poles this one leaves `errno` alone.
    if x.is_zero() {
        return Ok(result(-Num::infinity(x.kind)));
    }
    if !x.is_finite() {
        return Ok(result(x * x));
    }
    Ok(result(Num::from_i64(x.kind, i64::from(x.exponent()))))
}

/// The exponent as an integer of `bits` bits; its extremes stand for zero, infinity and NaN.
fn integer_exponent(call: &mut Call<'_>, bits: u32) -> Result<Value, Stop> {
    let x = arg(call, 0)?;
    let smallest = -1i64 << (bits - 1);
    let exponent = if x.is_zero() || x.is_nan() {
        call.set_errno(EDOM)?;
        smallest
    } else if x.is_infinite() {
        call.set_errno(EDOM)?;
        !smallest
    } else {
        i64::from(x.exponent())
    };
    Ok(Value::Int(exponent.cast_unsigned() & mask(bits)))
}

fn ilogb(call: &mut Call<'_>) -> ModelResult {
    Ok(integer_exponent(call, 32)?.into())
}

fn llogb(call: &mut Call<'_>) -> ModelResult {
    let bits = call.pointer_bytes() * 8;
    Ok(integer_exponent(call, bits)?.into())
}

fn significand(call: &mut Call<'_>) -> ModelResult {
    let x = arg(call, 0)?;
    if !x.is_finite() || x.is_zero() {
        // glibc asks `ilogb` for the exponent, which complains; x87 has an instruction.
        if x.kind != FloatKind::X87 {
            call.set_errno(EDOM)?;
        }
        return Ok(result(x + Num::zero(x.kind).copysign(x)));
    }
    Ok(result(x.scale(-x.exponent())))
}

fn modf(call: &mut Call<'_>) -> ModelResult {
    let (x, place) = (arg(call, 0)?, call.arg_u64(1)?);
    let whole = if x.is_nan() { x + x } else { x.round(RoundingMode::TowardZero) };
    call.store_value(place, stored_bytes(x.kind), value(whole))?;
    let fraction = if x.is_nan() {
        whole
    } else if x.is_infinite() || whole == x {
        Num::zero(x.kind)
    } else {
        x - whole
    };
    Ok(result(if fraction.is_nan() { fraction } else { fraction.copysign(x) }))
}

fn to_long(call: &mut Call<'_>, mode: RoundingMode) -> ModelResult {
    let bits = call.pointer_bytes() * 8;
    to_integer(call, mode, bits)
}

/// What does not fit is the smallest integer, as x86 converts it.
fn to_integer(call: &mut Call<'_>, mode: RoundingMode, bits: u32) -> ModelResult {
    let x = arg(call, 0)?.round(mode);
    Ok(Value::Int(x.to_integer(bits).unwrap_or(1 << (bits - 1))).into())
}

/// The NaN with a payload that is given as text.
fn nan(call: &mut Call<'_>) -> ModelResult {
    let tag = call.arg_u64(0)?;
    let tag = string(call, tag)?;
    let format = match call.name {
        "nanf" => Format::Single,
        "nanl" => long_double(call),
        _ => Format::Double,
    };
    let text = [b"nan(".as_slice(), &tag, b")"].concat();
    let kind: FloatKind = computed(format);
    let bits = parse_float(&text, format).map_or(kind.quiet_nan(), |parsed| parsed.bits);
    Ok(Flow::from(value(Num::new(kind, bits))))
}
