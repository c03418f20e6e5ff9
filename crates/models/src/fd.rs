//! File descriptors: `open`, `read`, `write` and what else `<unistd.h>` and
//! `<fcntl.h>` do with them.
//!
//! A descriptor is the world's. The library remembers only what the world cannot
//! say: the flags and the path a descriptor was opened with.

use crate::LibC;
use crate::errno;
use crate::flow::{Boundary, Data, Labels, Where};
use crate::signal;
use crate::spec::{Facts, Table, UnknownText, Waits, one_of_many, unmodelled};
use crate::stdio::{Bad, settle, settle_int, settle_word};
use crate::symbolic::files::Stream;
use crate::symbolic::{pipes, positions};
use crate::text::{arg_signed, string};
use margay_engine::{Call, Errno, Flow, ModelResult, Stop, Then, Value};
use std::collections::BTreeMap;
use std::rc::Rc;

pub const MODELS: Table = Table::of(&[
    one_of_many("open", open)
        .typed("ipi.")
        .waits(Waits::OnName)
        .signal_safe()
        .sinks(&[Boundary::Path(0)]),
    one_of_many("open64", open).typed("ipi.").waits(Waits::OnName).sinks(&[Boundary::Path(0)]),
    one_of_many("__open", open).typed("ipi."),
    one_of_many("__open_2", open).typed("ipi"),
    one_of_many("__open64_2", open).typed("ipi"),
    one_of_many("openat", openat).typed("iipi.").waits(Waits::OnName).signal_safe(),
    one_of_many("openat64", openat).typed("iipi.").waits(Waits::OnName),
    one_of_many("creat", creat)
        .typed("ipi")
        .waits(Waits::OnName)
        .signal_safe()
        .sinks(&[Boundary::Path(0)]),
    one_of_many("creat64", creat).typed("ipi").waits(Waits::OnName),
    one_of_many("close", close).typed("ii").waits(Waits::OnEnd).signal_safe(),
    one_of_many("__close", close).typed("ii"),
    one_of_many("read", |call| read(call, None))
        .typed("lipl")
        .waits(Waits::OnDescriptor)
        .signal_safe()
        .reads_text()
        .brings(&[(Data::Written(1), Labels::TAINTED)]),
    one_of_many("__read", |call| read(call, None)).typed("lipl"),
    one_of_many("__read_chk", |call| read(call, None)).typed("lipll"),
    one_of_many("pread", |call| read(call, Some(3)))
        .typed("lipll")
        .signal_safe()
        .brings(&[(Data::Written(1), Labels::TAINTED)]),
    one_of_many("pread64", |call| read(call, Some(3)))
        .typed("liplq")
        .brings(&[(Data::Written(1), Labels::TAINTED)]),
    one_of_many("__pread_chk", |call| read(call, Some(3))).typed("liplll"),
    one_of_many("write", |call| write(call, None))
        .typed("lipl")
        .only_reads()
        .waits(Waits::OnDescriptor)
        .signal_safe()
        .sinks(&[Boundary::Block(1, 2, Where::Descriptor(0))]),
    one_of_many("__write", |call| write(call, None)).typed("lipl"),
    one_of_many("pwrite", |call| write(call, Some(3))).typed("lipll").signal_safe(),
    one_of_many("pwrite64", |call| write(call, Some(3))).typed("liplq"),
    one_of_many("readv", readv)
        .typed("lipi")
        .waits(Waits::Always)
        .signal_safe()
        .with(Facts::MOVES_FILES_UNSEEN),
    one_of_many("writev", writev)
        .typed("lipi")
        .waits(Waits::Always)
        .signal_safe()
        .with(Facts::MOVES_FILES_UNSEEN)
        .unknown_text(UnknownText::Length),
    one_of_many("lseek", lseek).typed("lili").signal_safe().with(Facts::TELLS_POSITION),
    one_of_many("lseek64", lseek).typed("qiqi").with(Facts::TELLS_POSITION),
    one_of_many("__lseek", lseek).typed("lili"),
    one_of_many("dup", dup).typed("ii").signal_safe().with(Facts::ASKS_DESCRIPTORS),
    one_of_many("dup2", dup2)
        .typed("iii")
        .signal_safe()
        .with(Facts::REPLACES_STANDARD.and(Facts::MOVES_FILES_UNSEEN)),
    one_of_many("dup3", dup2)
        .typed("iiii")
        .signal_safe()
        .with(Facts::REPLACES_STANDARD.and(Facts::MOVES_FILES_UNSEEN)),
    one_of_many("isatty", isatty).typed("ii").signal_safe().with(Facts::ASKS_DESCRIPTORS),
    one_of_many("ttyname", |call| settle(call, Err(Bad::Errno(errno::ENOTTY)), Flow::address(0)))
        .typed("pi"),
    one_of_many("fsync", checked).typed("ii").signal_safe(),
    one_of_many("fdatasync", checked).typed("ii").signal_safe(),
    one_of_many("syncfs", checked).typed("ii").signal_safe(),
    one_of_many("sync", |_| Ok(Flow::void())).typed("v"),
    one_of_many("posix_fadvise", |_| Ok(Flow::int(0))).typed("iilli"),
    one_of_many("posix_fadvise64", |_| Ok(Flow::int(0))).typed("iiqqi"),
    one_of_many("flock", checked).typed("iii").waits(Waits::Always).signal_safe(),
    one_of_many("lockf", checked).typed("iiil").waits(Waits::Always),
    one_of_many("ftruncate", ftruncate).typed("iil").signal_safe(),
    one_of_many("ftruncate64", ftruncate).typed("iiq"),
    one_of_many("truncate", truncate).typed("ipl").signal_safe().sinks(&[Boundary::Path(0)]),
    one_of_many("truncate64", truncate).typed("ipq"),
    one_of_many("fcntl", fcntl).typed("iii.").waits(Waits::Always).signal_safe(),
    one_of_many("fcntl64", fcntl).typed("iii.").waits(Waits::Always),
    one_of_many("__fcntl", fcntl).typed("iii.").waits(Waits::Always),
    one_of_many("ioctl", ioctl).typed("iil.").signal_safe(),
    one_of_many("tcgetattr", ioctl).typed("iip").signal_safe(),
    one_of_many("tcsetattr", ioctl).typed("iiip").signal_safe(),
    one_of_many("select", select).typed("iipppp").waits(Waits::Always).signal_safe(),
    one_of_many("poll", poll).typed("ipli").waits(Waits::Always).signal_safe(),
    one_of_many("ppoll", poll).typed("iplpp").waits(Waits::Always),
    // Without models.
    unmodelled("aio_error").signal_safe(),
    unmodelled("aio_return").signal_safe(),
    unmodelled("aio_suspend").signal_safe(),
    unmodelled("cfgetispeed").signal_safe(),
    unmodelled("cfgetospeed").signal_safe(),
    unmodelled("cfsetispeed").signal_safe(),
    unmodelled("cfsetospeed").signal_safe(),
    unmodelled("lockf64").typed("iiiq").waits(Waits::Always),
    unmodelled("pselect").signal_safe(),
    unmodelled("tcdrain").signal_safe(),
    unmodelled("tcflow").signal_safe(),
    unmodelled("tcflush").signal_safe(),
    unmodelled("tcgetpgrp").signal_safe(),
    unmodelled("tcsendbreak").signal_safe(),
    unmodelled("tcsetpgrp").signal_safe(),
    unmodelled("copy_file_range").with(Facts::MOVES_FILES_UNSEEN),
    unmodelled("sendfile").with(Facts::MOVES_FILES_UNSEEN),
    unmodelled("sendfile64").with(Facts::MOVES_FILES_UNSEEN),
    unmodelled("splice").with(Facts::MOVES_FILES_UNSEEN),
]);

/// Flags of open descriptors, where they are known.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Descriptors(Rc<BTreeMap<i32, Flags>>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Flags {
    status: i32,
    close_on_exec: bool,
    /// Absolute.
    path: Option<Rc<[u8]>>,
}

const O_WRONLY: i32 = 1;
const O_RDWR: i32 = 2;
const O_CREAT: i32 = 0o100;
const O_TRUNC: i32 = 0o1000;
const O_CLOEXEC: i32 = 0o2_000_000;
/// Those of the flags that are no longer seen once a file is open.
const ONLY_AT_OPEN: i32 = O_CREAT | O_TRUNC | 0o200 | 0o400 | O_CLOEXEC | 0o200_000 | 0o400_000;
/// Linux sets this for every file that 64-bit programs open.
const O_LARGEFILE: i32 = 0o100_000;

const SEEK_SET: i32 = 0;
const SEEK_CUR: i32 = 1;

/// A path argument.
pub fn path(call: &mut Call<'_>, index: usize) -> Result<Vec<u8>, Stop> {
    let address = call.arg_u64(index)?;
    string(call, address)
}

/// Notes what a descriptor was opened with.
pub fn remember(call: &mut Call<'_>, fd: i32, flags: i32, path: &[u8]) {
    let mut absolute = Vec::new();
    if path.first() != Some(&b'/') {
        absolute = call.world.current_directory().unwrap_or_default();
        absolute.push(b'/');
    }
    absolute.extend_from_slice(path);
    let known = Flags {
        status: flags & !ONLY_AT_OPEN | O_LARGEFILE,
        close_on_exec: flags & O_CLOEXEC != 0,
        path: Some(absolute.into()),
    };
    note(call, fd, known);
}

fn note(call: &mut Call<'_>, fd: i32, flags: Flags) {
    Rc::make_mut(&mut call.library::<LibC>().descriptors.0).insert(fd, flags);
}

fn flags_of(call: &mut Call<'_>, fd: i32) -> Flags {
    let known = call.library::<LibC>().descriptors.0.get(&fd).cloned();
    // What the program was started with is mostly a terminal, open for both.
    known.unwrap_or(Flags { status: O_RDWR, close_on_exec: false, path: None })
}

/// The path that a descriptor was opened with.
pub fn path_of(call: &mut Call<'_>, fd: i32) -> Option<Rc<[u8]>> {
    flags_of(call, fd).path
}

/// A path argument that is relative to the directory of a descriptor.
pub fn path_at(call: &mut Call<'_>, directory: usize, index: usize) -> Result<Vec<u8>, Bad> {
    const AT_FDCWD: i32 = -100;
    let path = path(call, index)?;
    let fd = call.arg_i32(directory)?;
    if fd == AT_FDCWD || path.first() == Some(&b'/') {
        return Ok(path);
    }
    call.world.status_of(fd)?;
    let Some(base) = path_of(call, fd) else { return Err(Bad::Errno(errno::ENOTDIR)) };
    Ok([&base, &b"/"[..], &path].concat())
}

fn open(call: &mut Call<'_>) -> ModelResult {
    let path = path(call, 0).map_err(Bad::from);
    open_path(call, path, 1)
}

fn openat(call: &mut Call<'_>) -> ModelResult {
    let path = path_at(call, 0, 1);
    open_path(call, path, 2)
}

fn open_path(call: &mut Call<'_>, path: Result<Vec<u8>, Bad>, first: usize) -> ModelResult {
    const O_TMPFILE: i32 = 0o20_200_000;
    let flags = call.arg_i32(first)?;
    let makes = flags & O_CREAT != 0 || flags & O_TMPFILE == O_TMPFILE;
    let mode = if makes { call.arg_u32(first + 1)? } else { 0 };
    let result = path.and_then(|path| {
        let fd = call.world.open(&path, flags, mode)?;
        remember(call, fd, flags, &path);
        Ok(fd)
    });
    settle_int(call, result)
}

fn creat(call: &mut Call<'_>) -> ModelResult {
    let path = path(call, 0)?;
    let mode = call.arg_u32(1)?;
    let flags = O_WRONLY | O_CREAT | O_TRUNC;
    let opened = call.world.open(&path, flags, mode);
    if let Ok(fd) = opened {
        remember(call, fd, flags, &path);
    }
    settle_int(call, opened.map_err(Bad::from))
}

fn close(call: &mut Call<'_>) -> ModelResult {
    let fd = call.arg_i32(0)?;
    let closed = call.world.close(fd);
    Rc::make_mut(&mut call.library::<LibC>().descriptors.0).remove(&fd);
    settle_int(call, closed.map(|()| 0).map_err(Bad::from))
}

/// Works at another place of a file and comes back.
fn at_offset<R>(
    call: &mut Call<'_>,
    fd: i32,
    offset: Option<i64>,
    work: impl FnOnce(&mut Call<'_>) -> Result<R, Bad>,
) -> Result<R, Bad> {
    let Some(offset) = offset else { return work(call) };
    let before = call.world.seek(fd, 0, SEEK_CUR)?;
    call.world.seek(fd, offset, SEEK_SET)?;
    let result = work(call);
    call.world.seek(fd, before, SEEK_SET)?;
    result
}

fn offset_argument(call: &mut Call<'_>, index: Option<usize>) -> Result<Option<i64>, Stop> {
    index.map(|index| arg_signed(call, index)).transpose()
}

/// Linux moves no more than this in one call.
const MOST: u64 = 0x7fff_f000;

/// Reads at most `len` bytes of a descriptor, and no more than there are.
pub fn read_some(call: &mut Call<'_>, fd: i32, len: u64) -> Result<Vec<u8>, Bad> {
    // A program may ask for more than it has room for and get little: the buffer here
    // grows with what comes.
    const STEP: u64 = 1 << 22;
    let mut bytes = Vec::new();
    let len = len.min(MOST);
    loop {
        let step = (len - bytes.len() as u64).min(STEP);
        let start = bytes.len();
        bytes.resize(start + usize::try_from(step).expect("a step"), 0);
        let got = match call.world.read(fd, &mut bytes[start..]) {
            Ok(got) => got,
            Err(_) if start > 0 => 0,
            Err(number) => return Err(number.into()),
        };
        bytes.truncate(start + got);
        if (got as u64) < STEP || bytes.len() as u64 >= len {
            return Ok(bytes);
        }
    }
}

fn read(call: &mut Call<'_>, offset: Option<usize>) -> ModelResult {
    pipes::loosen(call, 0);
    let (fd, to, len) = (call.arg_i32(0)?, call.arg_u64(1)?, call.arg_u64(2)?);
    let offset = offset_argument(call, offset)?;
    let result = at_offset(call, fd, offset, |call| read_some(call, fd, len));
    let result = result.and_then(|bytes| {
        crate::text::write_run(call, to, &bytes)?;
        Ok(i64::try_from(bytes.len()).expect("at most 2 GiB"))
    });
    settle_word(call, result)
}

/// Known bytes for a descriptor: on the terminal a mark stands for a symbolic one. Bytes
/// that were never written, such as padding, go out as they are.
fn outgoing(call: &mut Call<'_>, fd: i32, from: u64, len: u64) -> Result<Vec<u8>, Stop> {
    if let Some(known) = call.state.memory.bytes(from, len)? {
        return Ok(known.to_vec());
    }
    let mut bytes = Vec::new();
    for index in 0..len {
        let byte = call.state.memory.byte(call.pool, from.wrapping_add(index))?;
        let known = match byte {
            Value::Undef | Value::Partial { .. } => {
                byte.bits_and_undef(8).map_or(0, |(known, _)| known)
            }
            Value::Term(term) if matches!(fd, 1 | 2) && !call.pool.is_const(term) => {
                u64::from(b'?')
            }
            other => call.concrete(other, 8)?,
        };
        bytes.push(u8::try_from(known & 0xff).expect("masked"));
    }
    Ok(bytes)
}

/// What a write returns; the handler of `SIGPIPE` runs before it if there is no reader.
fn settle_write(call: &mut Call<'_>, result: Result<usize, Bad>) -> ModelResult {
    let result = result.map(|count| i64::try_from(count).unwrap_or(i64::MAX));
    let handler = match &result {
        Err(Bad::Errno(number)) => signal::write_failed(call, Errno(*number))?,
        _ => None,
    };
    let flow = settle_word(call, result)?;
    Ok(match (handler, flow) {
        (Some(Flow::Invoke { function, args, .. }), Flow::Return(values)) => {
            Flow::Invoke { function, args, then: Then::Return(values) }
        }
        (_, flow) => flow,
    })
}

fn write(call: &mut Call<'_>, offset: Option<usize>) -> ModelResult {
    pipes::loosen(call, 0);
    let (fd, from, len) = (call.arg_i32(0)?, call.arg_u64(1)?, call.arg_u64(2)?);
    let offset = offset_argument(call, offset)?;
    let bytes = outgoing(call, fd, from, len.min(MOST))?;
    let result = at_offset(call, fd, offset, |call| Ok(call.world.write(fd, &bytes)?));
    settle_write(call, result)
}

/// Address and length of each buffer of a `struct iovec` array.
fn buffers(call: &mut Call<'_>) -> Result<Vec<(u64, u64)>, Stop> {
    let (array, count) = (call.arg_u64(1)?, call.arg_i32(2)?);
    let word = u64::from(call.pointer_bytes());
    let count = u64::try_from(count).unwrap_or(0);
    let mut all = Vec::new();
    for index in 0..count {
        let at = array.wrapping_add(index * 2 * word);
        all.push((call.load_pointer(at)?, call.load_pointer(at + word)?));
    }
    Ok(all)
}

fn readv(call: &mut Call<'_>) -> ModelResult {
    pipes::loosen(call, 0);
    let fd = call.arg_i32(0)?;
    let all = buffers(call)?;
    let total = all.iter().fold(0u64, |sum, (_, len)| sum.saturating_add(*len));
    let result = read_some(call, fd, total).and_then(|bytes| {
        let mut rest = &bytes[..];
        for (to, len) in all {
            let count = rest.len().min(usize::try_from(len).unwrap_or(usize::MAX));
            crate::text::write_run(call, to, &rest[..count])?;
            rest = &rest[count..];
        }
        Ok(i64::try_from(bytes.len()).expect("at most 2 GiB"))
    });
    settle_word(call, result)
}

fn writev(call: &mut Call<'_>) -> ModelResult {
    pipes::loosen(call, 0);
    let fd = call.arg_i32(0)?;
    let mut bytes = Vec::new();
    for (from, len) in buffers(call)? {
        bytes.extend(outgoing(call, fd, from, len)?);
    }
    let result = call.world.write(fd, &bytes).map_err(Bad::from);
    settle_write(call, result)
}

fn lseek(call: &mut Call<'_>) -> ModelResult {
    let (fd, offset, whence) = (call.arg_i32(0)?, arg_signed(call, 1)?, call.arg_i32(2)?);
    let result = call.world.seek(fd, offset, whence).map_err(Bad::from);
    if call.name.ends_with("64") {
        return settle(call, result.map(Flow::long), Flow::long(-1));
    }
    settle_word(call, result)
}

fn dup(call: &mut Call<'_>) -> ModelResult {
    let fd = call.arg_i32(0)?;
    let result = call.world.duplicate(fd, None);
    if let Ok(new) = result {
        let flags = Flags { close_on_exec: false, ..flags_of(call, fd) };
        note(call, new, flags);
    }
    settle_int(call, result.map_err(Bad::from))
}

fn dup2(call: &mut Call<'_>) -> ModelResult {
    pipes::loosen(call, 0);
    pipes::loosen(call, 1);
    let (fd, onto) = (call.arg_i32(0)?, call.arg_i32(1)?);
    let result = call.world.duplicate(fd, Some(onto));
    if result.is_ok() && fd != onto {
        let flags = Flags { close_on_exec: false, ..flags_of(call, fd) };
        note(call, onto, flags);
    }
    settle_int(call, result.map_err(Bad::from))
}

fn isatty(call: &mut Call<'_>) -> ModelResult {
    let fd = call.arg_i32(0)?;
    if call.world.is_terminal(fd) {
        return Ok(Flow::int(1));
    }
    let number = match call.world.status_of(fd) {
        Ok(_) => errno::ENOTTY,
        Err(number) => number.0,
    };
    call.set_errno(number)?;
    Ok(Flow::int(0))
}

/// Calls that change nothing here, but for a descriptor that is not open.
fn checked(call: &mut Call<'_>) -> ModelResult {
    let fd = call.arg_i32(0)?;
    let result = call.world.status_of(fd);
    settle_int(call, result.map(|_| 0).map_err(Bad::from))
}

fn ftruncate(call: &mut Call<'_>) -> ModelResult {
    let (fd, len) = (call.arg_i32(0)?, arg_signed(call, 1)?);
    let result = call.world.truncate(fd, len);
    settle_int(call, result.map(|()| 0).map_err(Bad::from))
}

fn truncate(call: &mut Call<'_>) -> ModelResult {
    let (path, len) = (path(call, 0)?, arg_signed(call, 1)?);
    let result = call.world.open(&path, O_WRONLY, 0).and_then(|fd| {
        let result = call.world.truncate(fd, len);
        call.world.close(fd)?;
        result
    });
    settle_int(call, result.map(|()| 0).map_err(Bad::from))
}

fn fcntl(call: &mut Call<'_>) -> ModelResult {
    const F_DUPFD: i32 = 0;
    const F_GETFD: i32 = 1;
    const F_SETFD: i32 = 2;
    const F_GETFL: i32 = 3;
    const F_SETFL: i32 = 4;
    const F_LOCKS: std::ops::RangeInclusive<i32> = 5..=7;
    const F_DUPFD_CLOEXEC: i32 = 1030;
    /// What `F_SETFL` can change: append, nonblocking, async, direct.
    const SETTABLE: i32 = 0o2000 | 0o4000 | 0o20_000 | 0o40_000;
    let (fd, command) = (call.arg_i32(0)?, call.arg_i32(1)?);
    pipes::loosen(call, 0);
    if matches!(command, F_DUPFD | F_DUPFD_CLOEXEC) {
        let of = Stream::numbered(call, 0);
        positions::shared(call, of);
    }
    let argument = if call.args.len() > 2 { call.arg_i32(2)? } else { 0 };
    let mut flags = flags_of(call, fd);
    let result = (|| {
        call.world.status_of(fd)?;
        match command {
            F_DUPFD | F_DUPFD_CLOEXEC => duplicate_from(call, fd, argument),
            F_GETFD => Ok(i32::from(flags.close_on_exec)),
            F_GETFL => Ok(flags.status),
            F_SETFD => {
                flags.close_on_exec = argument & 1 != 0;
                note(call, fd, flags.clone());
                Ok(0)
            }
            F_SETFL => {
                flags.status = flags.status & !SETTABLE | argument & SETTABLE;
                note(call, fd, flags.clone());
                Ok(0)
            }
            // No other process competes for a lock.
            command if F_LOCKS.contains(&command) => Ok(0),
            _ => Err(Bad::Errno(errno::EINVAL)),
        }
    })();
    settle_int(call, result)
}

/// A duplicate with a number of at least `least`.
fn duplicate_from(call: &mut Call<'_>, fd: i32, least: i32) -> Result<i32, Bad> {
    let mut passed = Vec::new();
    let found = loop {
        let new = call.world.duplicate(fd, None);
        match new {
            Ok(new) if new < least => passed.push(new),
            other => break other,
        }
    };
    for fd in passed {
        call.world.close(fd)?;
    }
    Ok(found?)
}

/// Nothing here is a terminal that could be asked.
fn ioctl(call: &mut Call<'_>) -> ModelResult {
    pipes::loosen(call, 0);
    let fd = call.arg_i32(0)?;
    let number = call.world.status_of(fd).map_or_else(|number| number.0, |_| errno::ENOTTY);
    settle_int(call, Err(Bad::Errno(number)))
}

/// Every descriptor that is asked for is ready, but for errors, which there are none of.
fn select(call: &mut Call<'_>) -> ModelResult {
    crate::count_unsupported(call, "select");
    let count = u64::try_from(call.arg_i32(0)?).unwrap_or(0).min(1024);
    let mut ready = 0u32;
    for index in [1, 2] {
        let set = call.arg_u64(index)?;
        for byte in 0..if set == 0 { 0 } else { count.div_ceil(8) } {
            ready += call.load(set + byte, 1)?.count_ones();
        }
    }
    let errors = call.arg_u64(3)?;
    if errors != 0 {
        for byte in 0..count.div_ceil(8) {
            call.store(errors + byte, 1, 0)?;
        }
    }
    let timeout = call.arg_u64(4)?;
    if ready == 0 && timeout != 0 {
        let word = call.pointer_bytes();
        let seconds = call.load(timeout, word)?;
        let micros = call.load(timeout + u64::from(word), word)?;
        call.world.sleep(seconds, u32::try_from(micros % 1_000_000).expect("small") * 1000);
    }
    Ok(Flow::int(i32::try_from(ready).unwrap_or(i32::MAX)))
}

fn poll(call: &mut Call<'_>) -> ModelResult {
    crate::count_unsupported(call, "poll");
    const READY: u64 = 0x1 | 0x4 | 0x40 | 0x100;
    let (array, count) = (call.arg_u64(0)?, call.arg_u64(1)?);
    let mut ready = 0;
    for index in 0..count {
        let at = array.wrapping_add(index * 8);
        let fd = call.load_i32(at)?;
        let events = if fd < 0 { 0 } else { call.load(at + 4, 2)? & READY };
        call.store(at + 6, 2, events)?;
        ready += i32::from(events != 0);
    }
    Ok(Flow::int(ready))
}
