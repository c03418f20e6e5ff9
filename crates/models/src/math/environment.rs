//! `fenv.h`. Numbers are rounded to nearest: another mode is kept for `fegetround`, and is a gap, since arithmetic does
//! not follow it. Flags of exceptions are not kept.

use crate::LibC;
use crate::spec::{Facts, Table, exact, exact_for, one_of_many};
use margay_engine::{Call, Flow, ModelResult, Stop, Value, mask};

pub const MODELS: Table = Facts::SIGNAL_SAFE.of_all(&[
    exact("fegetround", |call| {
        let mode = call.library::<LibC>().rounding;
        Ok(Value::Int(mode).into())
    })
    .typed("i"),
    exact("fesetround", fesetround).typed("ii"),
    exact("feclearexcept", |_| Ok(Flow::int(0))).typed("ii"),
    exact("feraiseexcept", |_| Ok(Flow::int(0))).typed("ii"),
    one_of_many("fetestexcept", |call| no_flags(call, "fetestexcept")).typed("ii"),
    one_of_many("fegetexceptflag", |call| {
        let place = call.arg_u64(0)?;
        call.store(place, 2, 0)?;
        Ok(Flow::int(0))
    })
    .typed("ipi"),
    exact("fesetexceptflag", |_| Ok(Flow::int(0))).typed("ipi"),
    exact_for("fegetenv", is_unread, save).typed("ip"),
    exact_for("fesetenv", is_plain, restore).typed("ip"),
    exact_for("feholdexcept", is_unread, save).typed("ip"),
    exact_for("feupdateenv", is_plain, restore).typed("ip"),
    one_of_many("feenableexcept", |call| no_flags(call, "feenableexcept")).typed("ii"),
    one_of_many("fedisableexcept", |_| Ok(Flow::int(0))).typed("ii"),
    one_of_many("fegetexcept", |_| Ok(Flow::int(0))).typed("i"),
]);

/// Bytes of `fenv_t` on x86.
fn bytes(call: &Call<'_>) -> u64 {
    if call.pointer_bytes() == 8 { 32 } else { 28 }
}

/// The bits of a mode of rounding, where the x87's control word has them.
const MODES: u64 = 0xc00;

/// `FE_DFL_ENV` and `FE_NOMASK_ENV`, as pointers.
const DEFAULT: i64 = -1;
const NO_MASK: i64 = -2;

fn fesetround(call: &mut Call<'_>) -> ModelResult {
    let mode = call.arg_u64(0)?;
    if mode & !MODES != 0 {
        return Ok(Flow::int(1));
    }
    set_mode(call, mode);
    Ok(Flow::int(0))
}

fn set_mode(call: &mut Call<'_>, mode: u64) {
    call.library::<LibC>().rounding = mode;
    if mode != 0 {
        crate::count_unsupported(call, "fesetround");
    }
}

/// Flags of exceptions are not kept.
fn no_flags(call: &mut Call<'_>, name: &'static str) -> ModelResult {
    crate::count_unsupported(call, name);
    Ok(Flow::int(0))
}

/// What an environment holds is the processor's: it is exact for who only gives it back.
fn is_unread(_: &mut Call<'_>) -> Result<bool, Stop> {
    Ok(true)
}

fn save(call: &mut Call<'_>) -> ModelResult {
    let (place, size) = (call.arg_u64(0)?, bytes(call));
    let mode = call.library::<LibC>().rounding;
    call.memory().fill(place, size, Value::ZERO)?;
    call.store(place, 2, mode)?;
    Ok(Flow::int(0))
}

fn is_plain(call: &mut Call<'_>) -> Result<bool, Stop> {
    let environment = call.arg_u64(0)?;
    Ok(environment != word(call, NO_MASK))
}

fn restore(call: &mut Call<'_>) -> ModelResult {
    let place = call.arg_u64(0)?;
    let mode = match place {
        special if special == word(call, DEFAULT) || special == word(call, NO_MASK) => 0,
        place => call.load(place, 2)? & MODES,
    };
    set_mode(call, mode);
    Ok(Flow::int(0))
}

fn word(call: &Call<'_>, value: i64) -> u64 {
    value.cast_unsigned() & mask(call.pointer_bytes() * 8)
}
