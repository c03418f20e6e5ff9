//! The `printf` family over bytes.
//!
//! Each model names the places of its arguments; [`super::format`] does the rest.
//! The checked forms (`__printf_chk`) take flags and the size of the destination,
//! and end the program where the text does not fit it.

use super::device::write_file;
use super::format::{Formatted, format};
use super::streams::{self, STDOUT};
use super::text::Text;
use super::{Bad, chars::write_bytes, settle_int};
use crate::flow::{Boundary, Where};
use crate::spec::{Facts, Table, Waits, exact, writes};
use crate::text::string;
use margay_engine::VarArgs;
use margay_engine::{Call, Fault, ModelResult, Stop, mask};

pub const MODELS: Table = Facts::QUIET.of_all(&[
    exact("printf", |call| to_stdout(call, 0, Rest::Call))
        .typed("ip.")
        .only_reads()
        .waits(Waits::OnStream)
        .sinks(&[Boundary::Format(0, Where::Stdout)]),
    exact("vprintf", |call| to_stdout(call, 0, Rest::List))
        .typed("ipp")
        .only_reads()
        .waits(Waits::OnStream)
        .sinks(&[Boundary::FormatList(0, Where::Stdout)]),
    exact("__printf_chk", |call| to_stdout(call, 1, Rest::Call)).typed("iip."),
    exact("__vprintf_chk", |call| to_stdout(call, 1, Rest::List)).typed("iipp"),
    exact("fprintf", |call| to_stream(call, 1, Rest::Call))
        .typed("ipp.")
        .only_reads()
        .waits(Waits::OnStream)
        .sinks(&[Boundary::Format(1, Where::Stream(0))]),
    exact("vfprintf", |call| to_stream(call, 1, Rest::List))
        .typed("ippp")
        .only_reads()
        .waits(Waits::OnStream)
        .sinks(&[Boundary::FormatList(1, Where::Stream(0))]),
    exact("_IO_fprintf", |call| to_stream(call, 1, Rest::Call)).typed("ipp."),
    exact("_IO_vfprintf", |call| to_stream(call, 1, Rest::List)).typed("ippp"),
    exact("__fprintf_chk", |call| to_stream(call, 2, Rest::Call)).typed("ipip."),
    exact("__vfprintf_chk", |call| to_stream(call, 2, Rest::List)).typed("ipipp"),
    exact("dprintf", |call| to_descriptor(call, 1, Rest::Call))
        .typed("iip.")
        .waits(Waits::OnDescriptor)
        .sinks(&[Boundary::Format(1, Where::Descriptor(0))]),
    exact("vdprintf", |call| to_descriptor(call, 1, Rest::List))
        .typed("iipp")
        .waits(Waits::OnDescriptor),
    exact("__dprintf_chk", |call| to_descriptor(call, 2, Rest::Call)).typed("iiip."),
    exact("__vdprintf_chk", |call| to_descriptor(call, 2, Rest::List)).typed("iiipp"),
    exact("sprintf", |call| to_memory(call, Room::default(), 1, Rest::Call))
        .typed("ipp.")
        .touches(&[writes(0)])
        .moves(2, "puts it into another text"),
    exact("vsprintf", |call| to_memory(call, Room::default(), 1, Rest::List))
        .typed("ippp")
        .touches(&[writes(0)]),
    exact("__sprintf_chk", |call| to_memory(call, Room::checked(None, 2), 3, Rest::Call))
        .typed("ipilp."),
    exact("__vsprintf_chk", |call| to_memory(call, Room::checked(None, 2), 3, Rest::List))
        .typed("ipilpp"),
    exact("snprintf", |call| to_memory(call, Room::limited(1), 2, Rest::Call))
        .typed("iplp.")
        .touches(&[writes(0).counted_by(&[1])])
        .moves(3, "puts it into another text"),
    exact("vsnprintf", |call| to_memory(call, Room::limited(1), 2, Rest::List))
        .typed("iplpp")
        .touches(&[writes(0).counted_by(&[1])]),
    exact("__snprintf_chk", |call| to_memory(call, Room::checked(Some(1), 3), 4, Rest::Call))
        .typed("iplilp."),
    exact("__vsnprintf_chk", |call| to_memory(call, Room::checked(Some(1), 3), 4, Rest::List))
        .typed("iplilpp"),
    exact("asprintf", |call| to_heap(call, 1, Rest::Call)).typed("ipp."),
    exact("__asprintf", |call| to_heap(call, 1, Rest::Call)).typed("ipp."),
    exact("vasprintf", |call| to_heap(call, 1, Rest::List)).typed("ippp"),
    exact("__asprintf_chk", |call| to_heap(call, 2, Rest::Call)).typed("ipip."),
    exact("__vasprintf_chk", |call| to_heap(call, 2, Rest::List)).typed("ipipp"),
]);

/// Where the arguments after the format are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Rest {
    /// In the call itself.
    Call,
    /// In a `va_list`.
    List,
}

impl Rest {
    /// The arguments after argument `format`.
    pub fn arguments(self, call: &mut Call<'_>, format: usize) -> Result<VarArgs, Stop> {
        match self {
            Rest::Call => Ok(VarArgs::of_call(format + 1)),
            Rest::List => VarArgs::of_list(call, format + 1),
        }
    }
}

/// Which arguments bound the destination.
#[derive(Clone, Copy, Default)]
pub struct Room {
    /// How much may be written, terminator included.
    pub limit: Option<usize>,
    /// The destination's size as the compiler knows it.
    pub size: Option<usize>,
}

impl Room {
    pub fn limited(limit: usize) -> Room {
        Room { limit: Some(limit), size: None }
    }

    pub fn checked(limit: Option<usize>, size: usize) -> Room {
        Room { limit, size: Some(size) }
    }

    /// Ends the program if `needed` units do not fit the size that the compiler knows.
    pub fn check(self, call: &mut Call<'_>, needed: u64) -> Result<(), Stop> {
        let Some(index) = self.size else { return Ok(()) };
        let size = call.arg_u64(index)?;
        if size >= mask(call.pointer_bytes() * 8) || needed <= size {
            return Ok(());
        }
        let detail = format!("{needed} bytes go to a destination of {size} bytes");
        Err(Stop::Fault(Fault::LibraryMisuse { function: "printf", detail }))
    }
}

/// The text of a format and its arguments, with its bytes known.
pub fn message(call: &mut Call<'_>, index: usize, rest: Rest) -> Result<Vec<u8>, Stop> {
    formatted(call, index, rest)?.out.settled(call)
}

fn formatted(call: &mut Call<'_>, index: usize, rest: Rest) -> Result<Formatted<Text>, Stop> {
    formatted_within(call, index, rest, usize::MAX)
}

/// The same where the first `limit` characters matter.
fn formatted_within(
    call: &mut Call<'_>,
    index: usize,
    rest: Rest,
    limit: usize,
) -> Result<Formatted<Text>, Stop> {
    let address = call.arg_u64(index)?;
    let template = string(call, address)?;
    let args = rest.arguments(call, index)?;
    format(call, &template, args, limit)
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

fn write_stream(call: &mut Call<'_>, stream: u64, done: Formatted<Text>) -> ModelResult {
    let written = streams::with(call, stream, |call, stream| {
        // A format without output still needs a stream that can be written.
        if done.out.is_empty() && !stream.writable {
            stream.mark_error(call)?;
            return Err(Bad::Errno(crate::errno::EBADF));
        }
        write_bytes(call, stream, &done.out)
    });
    let result = written.and_then(|()| done.result.map_err(Bad::Errno));
    settle_int(call, result)
}

fn to_descriptor(call: &mut Call<'_>, index: usize, rest: Rest) -> ModelResult {
    let fd = call.arg_i32(0)?;
    let done = formatted(call, index, rest)?;
    let text = match fd {
        1 | 2 => done.out,
        _ => Text::from(done.out.settled(call)?),
    };
    let written = write_file(call, fd, &text)
        .and_then(|count| if count == text.len() { Ok(()) } else { Err(Bad::Failed) });
    let result = written.and_then(|()| done.result.map_err(Bad::Errno));
    settle_int(call, result)
}

fn to_memory(call: &mut Call<'_>, room: Room, index: usize, rest: Rest) -> ModelResult {
    let to = call.arg_u64(0)?;
    let limit = match room.limit {
        Some(index) => Some(call.arg_u64(index)?),
        None => None,
    };
    // The first byte that does not fit is a fault, so what comes after it does not matter.
    let room_there = crate::text::writable(&call.state.memory, to).saturating_add(1);
    let kept = usize::try_from(limit.map_or(room_there, |limit| limit.min(room_there)));
    let mut done = formatted_within(call, index, rest, kept.unwrap_or(usize::MAX))?;
    if let Some(limit) = limit {
        room.check(call, limit)?;
        let Some(space) = limit.checked_sub(1) else {
            return settle_int(call, done.result.map_err(Bad::Errno));
        };
        done.out.truncate(usize::try_from(space).unwrap_or(usize::MAX));
    } else {
        room.check(call, done.len as u64 + 1)?;
    }
    done.out.push(0);
    done.out.store(call, to)?;
    settle_int(call, done.result.map_err(Bad::Errno))
}

fn to_heap(call: &mut Call<'_>, index: usize, rest: Rest) -> ModelResult {
    let to = call.arg_u64(0)?;
    let mut done = formatted(call, index, rest)?;
    if done.result.is_ok() {
        done.out.push(0);
        let block = call.allocate(done.out.len() as u64);
        if block == 0 {
            return settle_int(call, Err(Bad::Errno(crate::errno::ENOMEM)));
        }
        done.out.store(call, block)?;
        call.store_pointer(to, block)?;
    }
    settle_int(call, done.result.map_err(Bad::Errno))
}
