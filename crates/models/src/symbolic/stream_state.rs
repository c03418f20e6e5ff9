//! `stdio_ext.h`: what a stream is able to do, and what it has in its buffer.

use super::files::{Stream, of_stream, stream};
use super::positions;
use crate::LibC;
use crate::errno::EBADF;
use crate::spec::{Facts, Table, all_answers};
use crate::stdio::files;
use margay_engine::{Call, Flow, ModelResult, Stop, Value};
use margay_ir::finding::{Form, Source};

pub const MODELS: Table = Facts::ANSWERED_BY_REPLAY.of_all(&[
    all_answers("__freading", |call| {
        able(call, |mode| (!mode.writes).then_some(true).or(known(mode.reads)))
    })
    .answers(0, 1),
    all_answers("__fwriting", |call| {
        able(call, |mode| (!mode.reads).then_some(true).or(known(mode.writes)))
    })
    .answers(0, 1),
    all_answers("__freadable", |call| able(call, |mode| Some(mode.reads))).answers(0, 1),
    all_answers("__fwritable", |call| able(call, |mode| Some(mode.writes))).answers(0, 1),
    all_answers("__flbf", line_buffered).answers(0, 512),
    all_answers("__fpending", |call| size(call, PENDING_BITS)),
    all_answers("__fbufsize", |call| size(call, BUFFER_BITS)),
    all_answers("__fpurge", purge),
    all_answers("setbuffer", of_stream),
    all_answers("setlinebuf", of_stream),
]);

/// What was read ahead is gone: the stream goes on after it, and what was given back to it does not come again.
fn purge(call: &mut Call<'_>) -> ModelResult {
    let address = stream(call, 0)?;
    let of = Stream::of(call, address);
    of.expected(call);
    positions::moved(call, of);
    Ok(Flow::void())
}

/// Bits of how much a buffer holds, and of its size.
const PENDING_BITS: u32 = 12;
const BUFFER_BITS: u32 = 13;

/// What a stream was opened for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mode {
    pub reads: bool,
    pub writes: bool,
}

impl Mode {
    /// What the text says that `fopen` is given.
    pub fn parse(text: &[u8]) -> Mode {
        let both = text.contains(&b'+');
        let reads = text.first() == Some(&b'r');
        Mode { reads: reads || both, writes: !reads || both }
    }
}

/// What a stream must be opened for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    Read,
    Write,
}

/// Whether the stream that an argument names is known not to be open for that: the call then fails, and the stream
/// has its error flag set.
pub fn refuses(call: &mut Call<'_>, index: usize, access: Access) -> Result<bool, Stop> {
    let address = stream(call, index)?;
    let mode = call.library::<LibC>().outside.files.get(&address).and_then(|file| file.mode);
    let refuses = mode.is_some_and(|mode| match access {
        Access::Read => !mode.reads,
        Access::Write => !mode.writes,
    });
    if refuses {
        super::stream_flags::note_error(call, address);
        call.set_errno(EBADF)?;
    }
    Ok(refuses)
}

/// What cannot be is known; what can be need not be so at the moment.
fn known(can: bool) -> Option<bool> {
    (!can).then_some(false)
}

/// Whether a stream is able to do something, or does it: by its mode, if that says so.
fn able(call: &mut Call<'_>, by_mode: fn(Mode) -> Option<bool>) -> ModelResult {
    let address = stream(call, 0)?;
    let mode = match call.library::<LibC>().outside.files.get(&address) {
        Some(file) => file.mode,
        None => files::able(call).map(|(reads, writes)| Mode { reads, writes }),
    };
    let said = mode.and_then(by_mode);
    let source = Source::Return { function: call.name.to_owned() };
    let answer = call.input(source, Form::Unsigned, 1);
    if let Some(said) = said {
        let bit = call.pool.bv_u64(1, u64::from(said));
        let agrees = call.pool.eq(answer, bit);
        call.given(agrees)?;
    }
    Ok(Value::Term(call.pool.bv_zext(answer, 32)).into())
}

/// glibc gives the bit that the stream has for it.
fn line_buffered(call: &mut Call<'_>) -> ModelResult {
    const LINE_BUFFERED: u32 = 9;
    stream(call, 0)?;
    let source = Source::Return { function: call.name.to_owned() };
    let answer = call.input_symbol(call.name, 1);
    let answer = call.pool.bv_zext(answer, 32);
    let shift = call.pool.bv_u64(32, u64::from(LINE_BUFFERED));
    let answer = call.pool.bv_shl(answer, shift);
    call.input_number(source, answer);
    Ok(Value::Term(answer).into())
}

fn size(call: &mut Call<'_>, bits: u32) -> ModelResult {
    stream(call, 0)?;
    let source = Source::Return { function: call.name.to_owned() };
    let size = call.input(source, Form::Unsigned, bits);
    let width = call.pointer_bytes() * 8;
    Ok(Value::Term(call.pool.bv_zext(size, width)).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_say_what_a_stream_is_for() {
        let mode = |text: &str| {
            let Mode { reads, writes } = Mode::parse(text.as_bytes());
            (reads, writes)
        };
        assert_eq!(mode("rb"), (true, false));
        assert_eq!(mode("a"), (false, true));
        assert_eq!(mode("r+b"), (true, true));
        assert_eq!(mode("wb+"), (true, true));
    }
}
