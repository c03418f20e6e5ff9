//! `fenv.h`. Numbers are rounded to nearest and no exception is ever flagged: setting
//! another mode fails, as the standard allows.

use crate::spec::{Table, exact};
use margay_engine::{Call, Flow, ModelResult};

pub const MODELS: Table = &[
    exact("fegetround", |_| Ok(Flow::int(0))),
    exact("fesetround", fesetround),
    exact("feclearexcept", |_| Ok(Flow::int(0))),
    exact("feraiseexcept", |_| Ok(Flow::int(0))),
    exact("fetestexcept", |call| no_flags(call, "fetestexcept")),
    exact("fegetexceptflag", |call| cleared(call, 2)),
    exact("fesetexceptflag", |_| Ok(Flow::int(0))),
    exact("fegetenv", |call| cleared(call, ENVIRONMENT)),
    exact("fesetenv", |_| Ok(Flow::int(0))),
    exact("feholdexcept", |call| cleared(call, ENVIRONMENT)),
    exact("feupdateenv", |_| Ok(Flow::int(0))),
    exact("feenableexcept", |call| no_flags(call, "feenableexcept")),
    exact("fedisableexcept", |_| Ok(Flow::int(0))),
    exact("fegetexcept", |_| Ok(Flow::int(0))),
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
