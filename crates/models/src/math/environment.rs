//! `fenv.h`. Numbers are rounded to nearest and no exception is ever flagged: setting
//! another mode fails, as the standard allows.

use crate::Table;
use margay_engine::{Call, Flow, ModelResult};

pub const MODELS: Table = &[
    ("fegetround", |_| Ok(Flow::int(0))),
    ("fesetround", fesetround),
    ("feclearexcept", |_| Ok(Flow::int(0))),
    ("feraiseexcept", |_| Ok(Flow::int(0))),
    ("fetestexcept", |call| no_flags(call, "fetestexcept")),
    ("fegetexceptflag", |call| cleared(call, 2)),
    ("fesetexceptflag", |_| Ok(Flow::int(0))),
    ("fegetenv", |call| cleared(call, ENVIRONMENT)),
    ("fesetenv", |_| Ok(Flow::int(0))),
    ("feholdexcept", |call| cleared(call, ENVIRONMENT)),
    ("feupdateenv", |_| Ok(Flow::int(0))),
    ("feenableexcept", |call| no_flags(call, "feenableexcept")),
    ("fedisableexcept", |_| Ok(Flow::int(0))),
    ("fegetexcept", |_| Ok(Flow::int(0))),
];

/// Bytes of `fenv_t` on x86.
const ENVIRONMENT: u64 = 28;

fn fesetround(call: &mut Call<'_>) -> ModelResult {
    let nearest = call.arg_i32(0)? == 0;
    if !nearest {
        crate::count_unsupported(call, "fesetround");
    }
    Ok(Flow::int(i32::from(!nearest)))
}

/// Flags of exceptions are not kept.
fn no_flags(call: &mut Call<'_>, name: &'static str) -> ModelResult {
    crate::count_unsupported(call, name);
    Ok(Flow::int(0))
}

/// What is asked for is all zero.
fn cleared(call: &mut Call<'_>, size: u64) -> ModelResult {
    let place = call.arg_u64(0)?;
    call.memory().fill(place, size, margay_engine::Value::ZERO)?;
    Ok(Flow::int(0))
}
