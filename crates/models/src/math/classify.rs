//! What kind of number a floating-point value is: `isnan`, `fpclassify` and their kin.

use super::{Num, arg};
use crate::spec::{Facts, Table, exact};
use margay_engine::{Call, Flow, ModelResult};

/// The forms for `double`, `float` and `long double`, with and without underscores.
macro_rules! every_form {
    ($($name:literal => $model:expr,)*) => {
        &[$(
            exact($name, $model).typed("id"),
            exact(concat!($name, "f"), $model).typed("if"),
            exact(concat!($name, "l"), $model).typed("ie"),
            exact(concat!("__", $name), $model).typed("id"),
            exact(concat!("__", $name, "f"), $model).typed("if"),
            exact(concat!("__", $name, "l"), $model).typed("ie"),
        )*]
    };
}

pub const MODELS: Table = Facts::PURE.of_all(every_form! {
    "fpclassify" => |call| of(call, class),
    "isnan" => |call| of(call, |x| i32::from(x.is_nan())),
    "isinf" => |call| of(call, |x| match (x.is_infinite(), x.is_negative()) {
        (true, true) => -1,
        (true, false) => 1,
        _ => 0,
    }),
    "isfinite" => |call| of(call, |x| i32::from(x.is_finite())),
    "finite" => |call| of(call, |x| i32::from(x.is_finite())),
    "isnormal" => |call| of(call, |x| i32::from(class(x) == NORMAL)),
    "signbit" => |call| of(call, |x| i32::from(x.is_negative())),
    "issignaling" => |call| of(call, |x| i32::from(x.is_nan() && x.is_signaling())),
});

/// Values of `FP_NAN` and so on.
const NAN: i32 = 0;
const INFINITE: i32 = 1;
const ZERO: i32 = 2;
const SUBNORMAL: i32 = 3;
const NORMAL: i32 = 4;

fn class(x: Num) -> i32 {
    if x.is_nan() {
        NAN
    } else if x.is_infinite() {
        INFINITE
    } else if x.is_zero() {
        ZERO
    } else if x.is_subnormal() {
        SUBNORMAL
    } else {
        NORMAL
    }
}

fn of(call: &mut Call<'_>, question: fn(Num) -> i32) -> ModelResult {
    let x = arg(call, 0)?;
    Ok(Flow::int(question(x)))
}
