//! Streams of wide characters, and the wide `printf` and `scanf` families.
//!
//! In the locale "C" a wide character below 0x80 is the byte of that number. Others
//! have no byte: a stream writes `?` for them, as glibc does, and a byte above 0x7f
//! in the input is an error.

use super::device::{Device, Growing};
use super::format::{Formatted, format};
use super::output::{WideText, known_unit, wide_format, wide_string};
use super::printf::{Rest, Room};
use super::scan::{Source, scan};
use super::stream::Stream;
use super::streams::{self, STDIN, STDOUT};
use super::text::{Text, low_byte};
use super::{Bad, chars::write_all, settle, settle_int, settle_pointer};
use crate::errno::{EILSEQ, EOVERFLOW};
use crate::flow::{Boundary, Where};
use crate::spec::{Table, Waits, exact, reads, writes};
use margay_engine::{Call, Flow, ModelResult, Stop, Value};

pub const MODELS: Table = Table::of(&[
    exact("fgetwc", fgetwc).typed("ip").waits(Waits::OnStream),
    exact("fgetwc_unlocked", fgetwc).typed("ip"),
    exact("getwc", fgetwc).typed("ip").waits(Waits::OnStream),
    exact("getwc_unlocked", fgetwc).typed("ip"),
    exact("getwchar", getwchar).typed("i").waits(Waits::OnStream),
    exact("getwchar_unlocked", getwchar).typed("i"),
    exact("fputwc", fputwc).typed("iip").waits(Waits::OnStream),
    exact("fputwc_unlocked", fputwc).typed("iip").unlocked(),
    exact("putwc", fputwc).typed("iip").waits(Waits::OnStream),
    exact("putwc_unlocked", fputwc).typed("iip"),
    exact("putwchar", putwchar).typed("ii").waits(Waits::OnStream),
    exact("putwchar_unlocked", putwchar).typed("ii").unlocked(),
    exact("ungetwc", ungetwc).typed("iip"),
    exact("fgetws", fgetws).typed("ppip").waits(Waits::OnStream),
    exact("fgetws_unlocked", fgetws).typed("ppip").unlocked(),
    exact("fputws", fputws)
        .typed("ipp")
        .waits(Waits::OnStream)
        .touches(&[reads(0)])
        .sinks(&[Boundary::Puts(0, Where::Stream(1))]),
    exact("fputws_unlocked", fputws).typed("ipp").unlocked(),
    exact("fwide", fwide).typed("ipi"),
    exact("open_wmemstream", open_wmemstream).typed("ppp"),
    exact("wprintf", |call| to_stdout(call, 0, Rest::Call))
        .typed("ip.")
        .waits(Waits::OnStream)
        .sinks(&[Boundary::Format(0, Where::Stdout)]),
    exact("vwprintf", |call| to_stdout(call, 0, Rest::List)).typed("ipp").waits(Waits::OnStream),
    exact("__wprintf_chk", |call| to_stdout(call, 1, Rest::Call)).typed("iip."),
    exact("__vwprintf_chk", |call| to_stdout(call, 1, Rest::List)).typed("iipp"),
    exact("fwprintf", |call| to_stream(call, 1, Rest::Call))
        .typed("ipp.")
        .waits(Waits::OnStream)
        .sinks(&[Boundary::Format(1, Where::Stream(0))]),
    exact("vfwprintf", |call| to_stream(call, 1, Rest::List)).typed("ippp").waits(Waits::OnStream),
    exact("__fwprintf_chk", |call| to_stream(call, 2, Rest::Call)).typed("ipip."),
    exact("__vfwprintf_chk", |call| to_stream(call, 2, Rest::List)).typed("ipipp"),
    exact("swprintf", |call| to_memory(call, Room::limited(1), 2, Rest::Call))
        .typed("iplp.")
        .touches(&[writes(0).counted_by(&[1])]),
    exact("vswprintf", |call| to_memory(call, Room::limited(1), 2, Rest::List))
        .typed("iplpp")
        .touches(&[writes(0).counted_by(&[1])]),
    exact("__swprintf_chk", |call| to_memory(call, Room::checked(Some(1), 3), 4, Rest::Call))
        .typed("iplilp."),
    exact("__vswprintf_chk", |call| to_memory(call, Room::checked(Some(1), 3), 4, Rest::List))
        .typed("iplilpp"),
    exact("wscanf", |call| scan_stdin(call, Rest::Call)).typed("ip.").waits(Waits::OnStream),
    exact("__isoc99_wscanf", |call| scan_stdin(call, Rest::Call)).typed("ip."),
    exact("__isoc23_wscanf", |call| scan_stdin(call, Rest::Call)).typed("ip."),
    exact("vwscanf", |call| scan_stdin(call, Rest::List)).typed("ipp").waits(Waits::OnStream),
    exact("__isoc99_vwscanf", |call| scan_stdin(call, Rest::List)).typed("ipp"),
    exact("__isoc23_vwscanf", |call| scan_stdin(call, Rest::List)).typed("ipp"),
    exact("fwscanf", |call| scan_stream(call, Rest::Call)).typed("ipp.").waits(Waits::OnStream),
    exact("__isoc99_fwscanf", |call| scan_stream(call, Rest::Call)).typed("ipp."),
    exact("__isoc23_fwscanf", |call| scan_stream(call, Rest::Call)).typed("ipp."),
    exact("vfwscanf", |call| scan_stream(call, Rest::List)).typed("ippp").waits(Waits::OnStream),
    exact("__isoc99_vfwscanf", |call| scan_stream(call, Rest::List)).typed("ippp"),
    exact("__isoc23_vfwscanf", |call| scan_stream(call, Rest::List)).typed("ippp"),
    exact("swscanf", |call| scan_string(call, Rest::Call)).typed("ipp.").moves(0, "takes it apart"),
    exact("__isoc99_swscanf", |call| scan_string(call, Rest::Call)).typed("ipp."),
    exact("__isoc23_swscanf", |call| scan_string(call, Rest::Call)).typed("ipp."),
    exact("vswscanf", |call| scan_string(call, Rest::List)).typed("ippp"),
    exact("__isoc99_vswscanf", |call| scan_string(call, Rest::List)).typed("ippp"),
    exact("__isoc23_vswscanf", |call| scan_string(call, Rest::List)).typed("ippp"),
]);

/// The next wide character of a stream.
fn get(call: &mut Call<'_>, stream: &mut Stream) -> Result<Option<u32>, Bad> {
    orient(stream);
    let Some(byte) = stream.get(call)? else { return Ok(None) };
    let known = call.concrete(byte, 8)?;
    if known >= 0x80 {
        stream.unget(call, byte)?;
        stream.mark_error(call)?;
        return Err(Bad::Errno(EILSEQ));
    }
    Ok(u32::try_from(known).ok())
}

fn orient(stream: &mut Stream) {
    if stream.orientation == 0 {
        stream.orientation = 1;
    }
}

/// Wide characters as the bytes that a stream gets.
fn encode(call: &mut Call<'_>, units: &[Value]) -> Result<Text, Stop> {
    let mut text = Text::default();
    for unit in units {
        let known = known_unit(call, *unit)?;
        text.push(if known < 0x80 { low_byte(u64::from(known)) } else { b'?' });
    }
    Ok(text)
}

fn write(call: &mut Call<'_>, stream: &mut Stream, units: &[Value]) -> Result<(), Bad> {
    orient(stream);
    if stream.orientation < 0 {
        return Err(Bad::Failed);
    }
    if matches!(stream.device, Device::Growing(_)) {
        let mut text = Text::default();
        for unit in units {
            text.extend(&known_unit(call, *unit)?.to_le_bytes());
        }
        return write_all(call, stream, &text);
    }
    let text = encode(call, units)?;
    write_all(call, stream, &text)
}

fn settle_unit(call: &mut Call<'_>, result: Result<Option<u32>, Bad>) -> ModelResult {
    let flow = result.map(|unit| Flow::int(unit.map_or(-1, u32::cast_signed)));
    settle(call, flow, Flow::int(-1))
}

fn fgetwc(call: &mut Call<'_>) -> ModelResult {
    let result = streams::with_arg(call, 0, get);
    settle_unit(call, result)
}

fn getwchar(call: &mut Call<'_>) -> ModelResult {
    let result = streams::with_standard(call, STDIN, get);
    settle_unit(call, result)
}

fn put(call: &mut Call<'_>, stream: u64) -> ModelResult {
    let unit = call.arg(0);
    let known = known_unit(call, unit)?;
    let result = streams::with(call, stream, |call, stream| write(call, stream, &[unit]));
    settle_unit(call, result.map(|()| Some(known)))
}

fn fputwc(call: &mut Call<'_>) -> ModelResult {
    let stream = call.arg_u64(1)?;
    put(call, stream)
}

fn putwchar(call: &mut Call<'_>) -> ModelResult {
    let stream = streams::standard(call, STDOUT)?;
    put(call, stream)
}

fn ungetwc(call: &mut Call<'_>) -> ModelResult {
    let known = call.arg_u32(0)?;
    if known == u32::MAX {
        return Ok(Flow::int(-1));
    }
    let byte = Value::Int(u64::from(known) & 0xff);
    let result = streams::with_arg(call, 1, |call, stream| stream.unget(call, byte));
    settle_unit(call, result.map(|()| Some(known)))
}

fn fgetws(call: &mut Call<'_>) -> ModelResult {
    let (to, size) = (call.arg_u64(0)?, call.arg_i32(1)?);
    let limit = usize::try_from(size).unwrap_or(0);
    if limit == 0 {
        return Ok(Flow::address(0));
    }
    let result = streams::with_arg(call, 2, |call, stream| {
        let mut line = Vec::new();
        while line.len() + 1 < limit {
            let Some(unit) = get(call, stream)? else { break };
            line.push(unit);
            if unit == u32::from(b'\n') {
                break;
            }
        }
        Ok(line)
    });
    let result = result.and_then(|line| {
        if line.is_empty() && limit > 1 {
            return Err(Bad::Failed);
        }
        let bytes: Vec<u8> = line.iter().chain(&[0]).flat_map(|unit| unit.to_le_bytes()).collect();
        crate::text::write_run(call, to, &bytes)?;
        Ok(to)
    });
    settle_pointer(call, result)
}

fn fputws(call: &mut Call<'_>) -> ModelResult {
    let address = call.arg_u64(0)?;
    let units = wide_string(call, address, None)?;
    let result = streams::with_arg(call, 1, |call, stream| write(call, stream, &units));
    settle_int(call, result.map(|()| 1))
}

fn fwide(call: &mut Call<'_>) -> ModelResult {
    let mode = call.arg_i32(1)?;
    let result = streams::with_arg(call, 0, |_, stream| {
        if stream.orientation == 0 {
            stream.orientation = mode.signum();
        }
        Ok(stream.orientation)
    });
    settle_int(call, result)
}

/// A stream of wide characters into memory; the size is counted in characters.
fn open_wmemstream(call: &mut Call<'_>) -> ModelResult {
    let (address_at, size_at) = (call.arg_u64(0)?, call.arg_u64(1)?);
    let growing = Growing::new(address_at, size_at, 4);
    let address = streams::add(call, |address| {
        let mut stream = Stream::new(address, Device::Growing(growing), false, true, false);
        stream.orientation = 1;
        stream.unbuffered()
    })?;
    let result = streams::with(call, address, |call, stream| stream.sync(call));
    settle_pointer(call, result.map(|()| address))
}

fn formatted(call: &mut Call<'_>, index: usize, rest: Rest) -> Result<Formatted<WideText>, Stop> {
    let address = call.arg_u64(index)?;
    let template = wide_format(call, address)?;
    let args = rest.arguments(call, index)?;
    format(call, &template, args, usize::MAX)
}

fn to_stdout(call: &mut Call<'_>, index: usize, rest: Rest) -> ModelResult {
    let done = formatted(call, index, rest)?;
    let stdout = streams::standard(call, STDOUT)?;
    write_stream(call, stdout, done)
}

fn to_stream(call: &mut Call<'_>, index: usize, rest: Rest) -> ModelResult {
    let stream = call.arg_u64(0)?;
    let done = formatted(call, index, rest)?;
    write_stream(call, stream, done)
}

fn write_stream(call: &mut Call<'_>, stream: u64, done: Formatted<WideText>) -> ModelResult {
    let written = streams::with(call, stream, |call, stream| write(call, stream, &done.out.0));
    let result = written.and_then(|()| done.result.map_err(Bad::Errno));
    settle_int(call, result)
}

/// Unlike `snprintf`, text that does not fit is a failure.
fn to_memory(call: &mut Call<'_>, room: Room, index: usize, rest: Rest) -> ModelResult {
    let to = call.arg_u64(0)?;
    let limit = call.arg_u64(room.limit.unwrap_or(1))?;
    let mut done = formatted(call, index, rest)?;
    room.check(call, limit)?;
    let Some(space) = limit.checked_sub(1) else {
        return settle_int(call, Err(Bad::Failed));
    };
    let space = usize::try_from(space).unwrap_or(usize::MAX);
    let cut = done.out.0.len() > space;
    done.out.0.truncate(space);
    done.out.0.push(Value::ZERO);
    for (index, unit) in done.out.0.iter().enumerate() {
        call.store_value(to.wrapping_add(4 * index as u64), 4, *unit)?;
    }
    if cut {
        return settle_int(call, Err(Bad::Failed));
    }
    let result = done.result.map_err(Bad::Errno);
    settle_int(call, result)
}

/// A wide string in memory.
struct WideString {
    address: u64,
}

impl Source for WideString {
    const WIDE: bool = true;

    fn get(&mut self, call: &mut Call<'_>) -> Result<Option<u32>, Bad> {
        let unit = call.load(self.address, 4)?;
        if unit == 0 {
            return Ok(None);
        }
        self.address = self.address.wrapping_add(4);
        u32::try_from(unit).map(Some).map_err(|_| Bad::Errno(EOVERFLOW))
    }

    fn unget(&mut self, _: &mut Call<'_>, _: u32) -> Result<(), Bad> {
        self.address = self.address.wrapping_sub(4);
        Ok(())
    }
}

struct WideStream<'a> {
    stream: &'a mut Stream,
}

impl Source for WideStream<'_> {
    const WIDE: bool = true;

    fn get(&mut self, call: &mut Call<'_>) -> Result<Option<u32>, Bad> {
        get(call, self.stream)
    }

    fn unget(&mut self, call: &mut Call<'_>, character: u32) -> Result<(), Bad> {
        self.stream.unget(call, Value::Int(u64::from(character) & 0xff))
    }
}

fn scan_string(call: &mut Call<'_>, rest: Rest) -> ModelResult {
    let (address, template) = (call.arg_u64(0)?, call.arg_u64(1)?);
    let template = wide_format(call, template)?;
    let args = rest.arguments(call, 1)?;
    let mut source = WideString { address };
    Ok(Flow::int(scan(call, &mut source, &template, args)?))
}

fn scan_stdin(call: &mut Call<'_>, rest: Rest) -> ModelResult {
    let stream = streams::standard(call, STDIN)?;
    scan_from(call, stream, 0, rest)
}

fn scan_stream(call: &mut Call<'_>, rest: Rest) -> ModelResult {
    let stream = call.arg_u64(0)?;
    scan_from(call, stream, 1, rest)
}

fn scan_from(call: &mut Call<'_>, stream: u64, index: usize, rest: Rest) -> ModelResult {
    let template = call.arg_u64(index)?;
    let template = wide_format(call, template)?;
    let args = rest.arguments(call, index)?;
    let result = streams::with(call, stream, |call, stream| {
        let mut source = WideStream { stream };
        Ok(scan(call, &mut source, &template, args)?)
    });
    settle_int(call, result)
}
