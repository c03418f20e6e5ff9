//! Streams as a whole: flags, flushing, buffers, descriptors.

use super::device::Device;
use super::stream::{BUFSIZ, Buffering, Stream};
use super::{Bad, settle, settle_int, streams};
use crate::errno;
use crate::spec::{Table, Waits, exact};
use margay_engine::{Call, Flow, ModelResult};

pub const MODELS: Table = Table::of(&[
    exact("feof", |call| flag(call, |stream| stream.eof)).typed("ip"),
    exact("feof_unlocked", |call| flag(call, |stream| stream.eof)).typed("ip").unlocked(),
    exact("ferror", |call| flag(call, |stream| stream.error)).typed("ip"),
    exact("ferror_unlocked", |call| flag(call, |stream| stream.error)).typed("ip").unlocked(),
    exact("clearerr", clearerr).typed("vp"),
    exact("clearerr_unlocked", clearerr).typed("vp").unlocked(),
    exact("fflush", fflush).typed("ip").quiet().only_reads().waits(Waits::OnStream),
    exact("fflush_unlocked", fflush).typed("ip").unlocked(),
    exact("fileno", fileno).typed("ip"),
    exact("fileno_unlocked", fileno).typed("ip").unlocked(),
    exact("setvbuf", setvbuf).typed("ippil"),
    exact("setbuf", |call| setbuf(call, BUFSIZ as u64)).typed("vpp"),
    exact("setbuffer", setbuffer).typed("vppl"),
    exact("setlinebuf", setlinebuf).typed("vp"),
    exact("flockfile", |_| Ok(Flow::void())).typed("vp"),
    exact("ftrylockfile", |_| Ok(Flow::int(0))).typed("ip"),
    exact("funlockfile", |_| Ok(Flow::void())).typed("vp"),
    exact("__fsetlocking", |_| Ok(Flow::int(0))).typed("ipi"),
    exact("__fpending", |call| size(call, |stream| stream.pending())).typed("lp"),
    exact("__fbufsize", |call| size(call, |stream| stream.capacity)).typed("lp"),
    exact("__freadable", |call| flag(call, |stream| stream.readable)).typed("ip"),
    exact("__fwritable", |call| flag(call, |stream| stream.writable)).typed("ip"),
    exact("__freading", |call| flag(call, |stream| !stream.writable || stream.is_reading()))
        .typed("ip"),
    exact("__fwriting", |call| flag(call, |stream| !stream.readable || stream.is_writing()))
        .typed("ip"),
    exact("__flbf", |call| flag(call, |stream| stream.buffering == Buffering::Line)).typed("ip"),
    exact("__fpurge", fpurge).typed("vp"),
    exact("fpurge", fpurge).typed("ip"),
    exact("_flushlbf", flush_lines).typed("v"),
]);

/// Whether the stream that a call is given first can be read, and written; nothing if it is none of
/// the library's own.
pub fn able(call: &mut Call<'_>) -> Option<(bool, bool)> {
    streams::with_arg(call, 0, |_, stream| Ok((stream.readable, stream.writable))).ok()
}

fn flag(call: &mut Call<'_>, of: fn(&Stream) -> bool) -> ModelResult {
    let result = streams::with_arg(call, 0, |_, stream| Ok(i32::from(of(stream))));
    settle_int(call, result)
}

fn size(call: &mut Call<'_>, of: fn(&Stream) -> usize) -> ModelResult {
    let result = streams::with_arg(call, 0, |_, stream| Ok(of(stream)));
    let flow = result.map(|size| Flow::address(size as u64));
    settle(call, flow, Flow::address(0))
}

fn clearerr(call: &mut Call<'_>) -> ModelResult {
    let result =
        streams::with_arg(call, 0, |call, stream| Ok(stream.set_flags(call, false, false)?));
    settle(call, result.map(|()| Flow::void()), Flow::void())
}

fn fflush(call: &mut Call<'_>) -> ModelResult {
    if call.arg_u64(0)? == 0 {
        let well = streams::flush_open(call)?;
        return Ok(Flow::int(if well { 0 } else { -1 }));
    }
    let result = streams::with_arg(call, 0, |call, stream| stream.sync(call));
    settle_int(call, result.map(|()| 0))
}

fn flush_lines(call: &mut Call<'_>) -> ModelResult {
    streams::flush_open(call)?;
    Ok(Flow::void())
}

fn fpurge(call: &mut Call<'_>) -> ModelResult {
    let result = streams::with_arg(call, 0, |_, stream| {
        stream.purge();
        Ok(0)
    });
    settle_int(call, result)
}

fn fileno(call: &mut Call<'_>) -> ModelResult {
    let result = streams::with_arg(call, 0, |_, stream| match stream.device {
        Device::File(fd) => Ok(fd),
        _ => Err(Bad::Errno(errno::EBADF)),
    });
    settle_int(call, result)
}

const FULL: i32 = 0;
const LINE: i32 = 1;
const UNBUFFERED: i32 = 2;

fn setvbuf(call: &mut Call<'_>) -> ModelResult {
    let (buffer, mode, size) = (call.arg_u64(1)?, call.arg_i32(2)?, call.arg_u64(3)?);
    let stream = call.arg_u64(0)?;
    let result = set_buffer(call, stream, buffer, mode, size);
    settle_int(call, result.map(|()| 0))
}

/// The program's memory is never used as a buffer: nothing in it has a meaning before
/// the stream is closed.
fn set_buffer(
    call: &mut Call<'_>,
    stream: u64,
    buffer: u64,
    mode: i32,
    size: u64,
) -> Result<(), Bad> {
    let size = usize::try_from(size).unwrap_or(usize::MAX);
    streams::with(call, stream, |call, stream| {
        let buffering = match mode {
            FULL => Buffering::Full,
            LINE => Buffering::Line,
            UNBUFFERED => Buffering::None,
            _ => return Err(Bad::Failed),
        };
        if buffering == Buffering::None || buffer != 0 {
            stream.sync(call)?;
        }
        stream.buffering = buffering;
        stream.automatic = false;
        // Without a buffer, glibc takes its own and forgets the size that was wished.
        if buffering == Buffering::None {
            stream.capacity = 1;
        } else if buffer != 0 && size > 0 {
            stream.capacity = size;
        } else if stream.capacity == 1 {
            stream.capacity = 0;
        }
        Ok(())
    })
}

fn setbuf(call: &mut Call<'_>, size: u64) -> ModelResult {
    let (stream, buffer) = (call.arg_u64(0)?, call.arg_u64(1)?);
    let mode = if buffer == 0 { UNBUFFERED } else { FULL };
    let result = set_buffer(call, stream, buffer, mode, size);
    settle(call, result.map(|()| Flow::void()), Flow::void())
}

fn setbuffer(call: &mut Call<'_>) -> ModelResult {
    let size = call.arg_u64(2)?;
    setbuf(call, size)
}

fn setlinebuf(call: &mut Call<'_>) -> ModelResult {
    let stream = call.arg_u64(0)?;
    let result = set_buffer(call, stream, 0, LINE, 0);
    settle(call, result.map(|()| Flow::void()), Flow::void())
}
