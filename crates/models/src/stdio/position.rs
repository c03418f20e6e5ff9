//! Places in streams: `fseek`, `ftell`, `rewind`, `fgetpos`, `fsetpos`.

use super::device::SEEK_SET;
use super::{settle, settle_int, streams};
use crate::spec::{Facts, Table, exact};
use crate::text::arg_signed;
use margay_engine::{Call, Flow, ModelResult, signed};

pub const MODELS: Table = Table::of(&[
    exact("fseek", fseek).typed("ipli"),
    exact("fseeko", fseek).typed("ipli"),
    exact("fseeko64", fseek).typed("ipqi"),
    exact("ftell", ftell).typed("lp").with(Facts::TELLS_POSITION),
    exact("ftello", ftell).typed("lp").with(Facts::TELLS_POSITION),
    exact("ftello64", |call| tell(call, 64)).typed("qp").with(Facts::TELLS_POSITION),
    exact("rewind", rewind).typed("vp"),
    exact("fgetpos", fgetpos).typed("ipp").with(Facts::TELLS_POSITION),
    exact("fgetpos64", fgetpos).typed("ipp").with(Facts::TELLS_POSITION),
    exact("fsetpos", fsetpos).typed("ipp"),
    exact("fsetpos64", fsetpos).typed("ipp"),
]);

fn fseek(call: &mut Call<'_>) -> ModelResult {
    let offset = arg_signed(call, 1)?;
    let whence = call.arg_i32(2)?;
    let result = streams::with_arg(call, 0, |call, stream| stream.seek(call, offset, whence));
    settle_int(call, result.map(|_| 0))
}

fn ftell(call: &mut Call<'_>) -> ModelResult {
    let bits = call.pointer_bytes() * 8;
    tell(call, bits)
}

fn tell(call: &mut Call<'_>, bits: u32) -> ModelResult {
    let result = streams::with_arg(call, 0, |call, stream| stream.tell(call));
    let flow = |place: i64| Flow::address(place.cast_unsigned() & margay_engine::mask(bits));
    settle(call, result.map(flow), flow(-1))
}

fn rewind(call: &mut Call<'_>) -> ModelResult {
    let result = streams::with_arg(call, 0, |call, stream| {
        let place = stream.seek(call, 0, SEEK_SET);
        stream.set_flags(call, stream.eof, false)?;
        place
    });
    settle(call, result.map(|_| Flow::void()), Flow::void())
}

/// A position is the offset in its first bytes; the state after it stays as it is.
fn fgetpos(call: &mut Call<'_>) -> ModelResult {
    let to = call.arg_u64(1)?;
    let bytes = position_bytes(call);
    let result = streams::with_arg(call, 0, |call, stream| stream.tell(call));
    let result = result.and_then(|place| {
        call.store(to, bytes, place.cast_unsigned())?;
        Ok(0)
    });
    settle_int(call, result)
}

fn fsetpos(call: &mut Call<'_>) -> ModelResult {
    let from = call.arg_u64(1)?;
    let bytes = position_bytes(call);
    let place = signed(call.load(from, bytes)?, bytes * 8);
    let result = streams::with_arg(call, 0, |call, stream| stream.seek(call, place, SEEK_SET));
    settle_int(call, result.map(|_| 0))
}

fn position_bytes(call: &Call<'_>) -> u32 {
    if call.name.ends_with("64") { 8 } else { call.pointer_bytes() }
}
