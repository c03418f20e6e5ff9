//! The `scanf` family over bytes.

use super::printf::Rest;
use super::scan::{Source, scan};
use super::stream::Stream;
use super::streams::{self, STDIN};
use super::{Bad, settle_int};
use crate::spec::{Table, UnknownText, Waits, exact, reads};
use crate::text::string;
use margay_engine::{Call, Flow, ModelResult, Stop, Value};

pub const MODELS: Table = Table::of(&[
    exact("scanf", |call| from_stdin(call, Rest::Call))
        .typed("ip.")
        .waits(Waits::OnStream)
        .reads_text(),
    exact("__isoc99_scanf", |call| from_stdin(call, Rest::Call)).typed("ip."),
    exact("__isoc23_scanf", |call| from_stdin(call, Rest::Call)).typed("ip."),
    exact("vscanf", |call| from_stdin(call, Rest::List)).typed("ipp").waits(Waits::OnStream),
    exact("__isoc99_vscanf", |call| from_stdin(call, Rest::List)).typed("ipp"),
    exact("__isoc23_vscanf", |call| from_stdin(call, Rest::List)).typed("ipp"),
    exact("fscanf", |call| from_stream(call, Rest::Call))
        .typed("ipp.")
        .waits(Waits::OnStream)
        .reads_text(),
    exact("__isoc99_fscanf", |call| from_stream(call, Rest::Call)).typed("ipp."),
    exact("__isoc23_fscanf", |call| from_stream(call, Rest::Call)).typed("ipp."),
    exact("vfscanf", |call| from_stream(call, Rest::List)).typed("ippp").waits(Waits::OnStream),
    exact("__isoc99_vfscanf", |call| from_stream(call, Rest::List)).typed("ippp"),
    exact("__isoc23_vfscanf", |call| from_stream(call, Rest::List)).typed("ippp"),
    exact("sscanf", |call| from_string(call, Rest::Call))
        .typed("ipp.")
        .touches(&[reads(0)])
        .moves(0, "takes it apart")
        .reads_text()
        .unknown_text(UnknownText::Scanned),
    exact("__isoc99_sscanf", |call| from_string(call, Rest::Call)).typed("ipp."),
    exact("__isoc23_sscanf", |call| from_string(call, Rest::Call)).typed("ipp."),
    exact("vsscanf", |call| from_string(call, Rest::List)).typed("ippp").touches(&[reads(0)]),
    exact("__isoc99_vsscanf", |call| from_string(call, Rest::List)).typed("ippp"),
    exact("__isoc23_vsscanf", |call| from_string(call, Rest::List)).typed("ippp"),
]);

/// A string in memory, read as far as the format needs it.
struct StringSource {
    address: u64,
}

impl Source for StringSource {
    const WIDE: bool = false;

    fn get(&mut self, call: &mut Call<'_>) -> Result<Option<u32>, Bad> {
        let byte = call.state.memory.byte(call.pool, self.address)?;
        let byte = call.concrete(byte, 8)?;
        if byte == 0 {
            return Ok(None);
        }
        self.address = self.address.wrapping_add(1);
        Ok(u32::try_from(byte).ok())
    }

    fn unget(&mut self, _: &mut Call<'_>, _: u32) -> Result<(), Bad> {
        self.address = self.address.wrapping_sub(1);
        Ok(())
    }
}

/// A stream, byte by byte.
struct StreamSource<'a> {
    stream: &'a mut Stream,
}

impl Source for StreamSource<'_> {
    const WIDE: bool = false;

    fn get(&mut self, call: &mut Call<'_>) -> Result<Option<u32>, Bad> {
        let Some(byte) = self.stream.get(call)? else { return Ok(None) };
        let known = call.concrete(byte, 8)?;
        Ok(u32::try_from(known).ok())
    }

    fn unget(&mut self, call: &mut Call<'_>, character: u32) -> Result<(), Bad> {
        self.stream.unget(call, Value::Int(u64::from(character)))
    }
}

fn format_argument(call: &mut Call<'_>, index: usize) -> Result<Vec<u32>, Stop> {
    let address = call.arg_u64(index)?;
    Ok(string(call, address)?.into_iter().map(u32::from).collect())
}

fn from_string(call: &mut Call<'_>, rest: Rest) -> ModelResult {
    let address = call.arg_u64(0)?;
    let format = format_argument(call, 1)?;
    let args = rest.arguments(call, 1)?;
    let mut source = StringSource { address };
    Ok(Flow::int(scan(call, &mut source, &format, args)?))
}

fn from_stdin(call: &mut Call<'_>, rest: Rest) -> ModelResult {
    let stream = streams::standard(call, STDIN)?;
    scan_stream(call, stream, 0, rest)
}

fn from_stream(call: &mut Call<'_>, rest: Rest) -> ModelResult {
    let stream = call.arg_u64(0)?;
    scan_stream(call, stream, 1, rest)
}

fn scan_stream(call: &mut Call<'_>, stream: u64, index: usize, rest: Rest) -> ModelResult {
    let format = format_argument(call, index)?;
    let args = rest.arguments(call, index)?;
    let result = streams::with(call, stream, |call, stream| {
        let mut source = StreamSource { stream };
        Ok(scan(call, &mut source, &format, args)?)
    });
    settle_int(call, result)
}
