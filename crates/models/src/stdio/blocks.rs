//! Blocks of data: `fread` and `fwrite`.

use super::streams;
use super::text::Text;
use super::{Bad, settle};
use crate::flow::{Boundary, Where};
use crate::spec::{Table, Waits, exact, reads};
use margay_engine::{Call, Flow, ModelResult, mask};

pub const MODELS: Table = Table::of(&[
    exact("fread", |call| fread(call, 0)).typed("lpllp").waits(Waits::OnStream).reads_text(),
    exact("fread_unlocked", |call| fread(call, 0)).typed("lpllp").unlocked(),
    exact("__fread_chk", |call| fread(call, 1)).typed("lplllp"),
    exact("__fread_unlocked_chk", |call| fread(call, 1)).typed("lplllp"),
    exact("fwrite", fwrite)
        .typed("lpllp")
        .only_reads()
        .waits(Waits::OnStream)
        .touches(&[reads(0).counted_by(&[1, 2])])
        .sinks(&[Boundary::Blocks(Where::Stream(3))]),
    exact("fwrite_unlocked", fwrite).typed("lpllp").unlocked(),
]);

/// `shift` is 1 for the checked form, which has the size of the buffer before the rest.
fn fread(call: &mut Call<'_>, shift: usize) -> ModelResult {
    let to = call.arg_u64(0)?;
    let (size, count) = (call.arg_u64(1 + shift)?, call.arg_u64(2 + shift)?);
    let stream = call.arg_u64(3 + shift)?;
    let total = size.wrapping_mul(count) & mask(call.pointer_bytes() * 8);
    if total == 0 {
        return Ok(call.word(0).into());
    }
    // No more than an address space can hold, whatever the product of a wrong call is.
    let want = usize::try_from(total).unwrap_or(usize::MAX).min(1 << 40);
    let result = streams::with(call, stream, |call, stream| read_in_steps(call, stream, want));
    let result = result.and_then(|text| {
        text.store(call, to)?;
        let items = text.len() as u64 / size;
        Ok(call.word(items.cast_signed()).into())
    });
    let failure = call.word(0).into();
    settle(call, result, failure)
}

/// Reads in steps, so that a huge size costs no more than what there is to read.
fn read_in_steps(
    call: &mut Call<'_>,
    stream: &mut super::stream::Stream,
    want: usize,
) -> Result<Text, Bad> {
    const STEP: usize = 1 << 24;
    let mut text = Text::default();
    while text.len() < want {
        let step = (want - text.len()).min(STEP);
        let got = stream.read(call, step)?;
        text.append(&got);
        if got.len() < step {
            break;
        }
    }
    Ok(text)
}

fn fwrite(call: &mut Call<'_>) -> ModelResult {
    let from = call.arg_u64(0)?;
    let (size, count) = (call.arg_u64(1)?, call.arg_u64(2)?);
    let stream = call.arg_u64(3)?;
    let total = size.wrapping_mul(count) & mask(call.pointer_bytes() * 8);
    if total == 0 {
        return Ok(call.word(0).into());
    }
    let text = Text::load_raw(call, from, total)?;
    let result = streams::with(call, stream, |call, stream| match stream.write(call, &text) {
        // Only the flush failed: as far as this call goes, all is written.
        Err(Bad::Failed) => Ok(text.len()),
        other => other,
    });
    let items = result.map(|done| if done == text.len() { count } else { done as u64 / size });
    let flow: Result<Flow, Bad> = items.map(|items| call.word(items.cast_signed()).into());
    let failure = call.word(0).into();
    settle(call, flow, failure)
}
