//! Text to floating-point numbers: `strtod` and its kin, for `char` and `wchar_t`.

use crate::errno::ERANGE;
use crate::float_text::{Range, parse_float};
use crate::math::long_double;
use crate::spec::{Facts, Table, UnknownText, exact, reads};
use margay_engine::{Call, Flow, ModelResult, Stop, Value};
use margay_ir::FloatKind;

pub const MODELS: Table = Facts::QUIET.of_all(&[
    exact("strtod", |call| to_float(call, FloatKind::Double, 1)).typed("dpp").touches(&[reads(0)]),
    exact("strtof", |call| to_float(call, FloatKind::Single, 1)).typed("fpp").touches(&[reads(0)]),
    exact("strtold", |call| to_float(call, long_double(call), 1)).typed("epp").touches(&[reads(0)]),
    exact("strtof32", |call| to_float(call, FloatKind::Single, 1)).typed("fpp"),
    exact("strtof64", |call| to_float(call, FloatKind::Double, 1)).typed("dpp"),
    exact("strtof128", |call| to_float(call, FloatKind::Quad, 1)).typed("gpp"),
    exact("strtod_l", |call| to_float(call, FloatKind::Double, 1)).typed("dppp"),
    exact("strtof_l", |call| to_float(call, FloatKind::Single, 1)).typed("fppp"),
    exact("strtold_l", |call| to_float(call, long_double(call), 1)).typed("eppp"),
    exact("__strtod_internal", |call| to_float(call, FloatKind::Double, 1)).typed("dpp"),
    exact("__strtof_internal", |call| to_float(call, FloatKind::Single, 1)).typed("fpp"),
    exact("__strtold_internal", |call| to_float(call, long_double(call), 1)).typed("epp"),
    exact("wcstod", |call| to_float(call, FloatKind::Double, 4)).typed("dpp").touches(&[reads(0)]),
    exact("wcstof", |call| to_float(call, FloatKind::Single, 4)).typed("fpp"),
    exact("wcstold", |call| to_float(call, long_double(call), 4)).typed("epp"),
    exact("atof", atof)
        .typed("dp")
        .only_reads()
        .touches(&[reads(0)])
        .unknown_text(UnknownText::Double),
]);

/// Characters that no number contains end the text that is examined.
fn may_continue(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || crate::ctype::is_space(byte)
        || matches!(byte, b'+' | b'-' | b'.' | b'(' | b')' | b'_')
}

/// What may be part of a number, with its bytes known.
fn candidate(call: &mut Call<'_>, text: u64, unit: u32) -> Result<Vec<u8>, Stop> {
    let mut out = Vec::new();
    let mut at = text;
    // Space inside ends the number, space before it does not.
    let mut started = false;
    loop {
        let code = call.load(at, unit)?;
        let byte = u8::try_from(code).unwrap_or(0);
        let space = crate::ctype::is_space(byte);
        if !may_continue(byte) || started && space {
            return Ok(out);
        }
        started |= !space;
        out.push(byte);
        at = at.wrapping_add(u64::from(unit));
    }
}

fn to_float(call: &mut Call<'_>, kind: FloatKind, unit: u32) -> ModelResult {
    let (text, end) = (call.arg_u64(0)?, call.arg_u64(1)?);
    let candidate = candidate(call, text, unit)?;
    let parsed = parse_float(&candidate, kind);
    let (bits, consumed) = parsed.map_or((0, 0), |parsed| (parsed.bits, parsed.consumed));
    if end != 0 {
        call.store_pointer(end, text.wrapping_add(consumed as u64 * u64::from(unit)))?;
    }
    if parsed.is_some_and(|parsed| parsed.range != Range::Fits) {
        call.set_errno(ERANGE)?;
    }
    Ok(Flow::from(Value::from_u128(bits, kind.bits())))
}

fn atof(call: &mut Call<'_>) -> ModelResult {
    let text = call.arg_u64(0)?;
    let candidate = candidate(call, text, 1)?;
    let parsed = parse_float(&candidate, FloatKind::Double);
    if parsed.is_some_and(|parsed| parsed.range != Range::Fits) {
        call.set_errno(ERANGE)?;
    }
    Ok(Flow::from(Value::from_u128(parsed.map_or(0, |parsed| parsed.bits), 64)))
}
