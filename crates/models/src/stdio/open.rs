//! Streams come and go: `fopen`, `fdopen`, `freopen`, `fclose`, and those in memory.

use super::device::{Device, Fixed, Growing};
use super::stream::Stream;
use super::{Bad, settle_int, settle_pointer, streams};
use crate::errno;
use crate::flow::Boundary;
use crate::spec::{Facts, Table, Waits, one_of_many};
use crate::text::{length_within, string};
use margay_engine::{Call, ModelResult, ObjectKind};

pub const MODELS: Table = Table::of(&[
    one_of_many("fopen", fopen)
        .typed("ppp")
        .only_reads()
        .waits(Waits::OnName)
        .sinks(&[Boundary::Path(0)]),
    one_of_many("fopen64", fopen).typed("ppp").waits(Waits::OnName).sinks(&[Boundary::Path(0)]),
    one_of_many("_IO_fopen", fopen).typed("ppp"),
    one_of_many("fdopen", fdopen).typed("pip").with(Facts::MAKES_STREAMS),
    one_of_many("_IO_fdopen", fdopen).typed("pip"),
    one_of_many("freopen", freopen)
        .typed("pppp")
        .waits(Waits::OnStream)
        .sinks(&[Boundary::Path(0)]),
    one_of_many("freopen64", freopen).typed("pppp"),
    one_of_many("fclose", fclose).typed("ip").only_reads().waits(Waits::OnStream),
    one_of_many("_IO_fclose", fclose).typed("ip"),
    one_of_many("fcloseall", fcloseall).typed("i"),
    one_of_many("fmemopen", fmemopen).typed("pplp"),
    one_of_many("open_memstream", open_memstream).typed("ppp"),
    one_of_many("popen", no_process)
        .typed("ppp")
        .sinks(&[Boundary::Shell(0)])
        .with(Facts::MAKES_STREAMS.and(Facts::SPAWNS)),
    one_of_many("pclose", fclose).typed("ip").waits(Waits::OnStream),
]);

const O_WRONLY: i32 = 1;
const O_RDWR: i32 = 2;
const O_CREAT: i32 = 0o100;
const O_EXCL: i32 = 0o200;
const O_TRUNC: i32 = 0o1000;
const O_APPEND: i32 = 0o2000;
const O_CLOEXEC: i32 = 0o2_000_000;
const O_ACCMODE: i32 = 3;

/// What a mode string asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Mode {
    flags: i32,
    readable: bool,
    writable: bool,
    append: bool,
}

impl Mode {
    fn parse(text: &[u8]) -> Option<Mode> {
        let (mut flags, readable, append) = match text.first()? {
            b'r' => (0, true, false),
            b'w' => (O_WRONLY | O_CREAT | O_TRUNC, false, false),
            b'a' => (O_WRONLY | O_CREAT | O_APPEND, false, true),
            _ => return None,
        };
        let mut update = false;
        // glibc looks at six more characters, and stops at a comma.
        for letter in text[1..].iter().take(6).take_while(|letter| **letter != b',') {
            match letter {
                b'+' => update = true,
                b'x' => flags |= O_EXCL,
                b'e' => flags |= O_CLOEXEC,
                _ => {}
            }
        }
        if update {
            flags = flags & !O_ACCMODE | O_RDWR;
        }
        Some(Mode { flags, readable: readable || update, writable: !readable || update, append })
    }

    fn stream(self, address: u64, device: Device) -> Stream {
        Stream::new(address, device, self.readable, self.writable, self.append)
    }
}

fn mode_argument(call: &mut Call<'_>, index: usize) -> Result<Mode, Bad> {
    let address = call.arg_u64(index)?;
    let text = string(call, address)?;
    Mode::parse(&text).ok_or(Bad::Errno(errno::EINVAL))
}

fn fopen(call: &mut Call<'_>) -> ModelResult {
    let result = (|| {
        let path = call.arg_u64(0)?;
        let path = string(call, path)?;
        let mode = mode_argument(call, 1)?;
        let fd = call.world.open(&path, mode.flags, 0o666)?;
        crate::fd::remember(call, fd, mode.flags, &path);
        open_descriptor(call, fd, mode)
    })();
    settle_pointer(call, result)
}

fn open_descriptor(call: &mut Call<'_>, fd: i32, mode: Mode) -> Result<u64, Bad> {
    if mode.append && !mode.readable {
        // Where the file cannot seek this fails, and nothing depends on it.
        let _ = call.world.seek(fd, 0, super::device::SEEK_END);
    }
    Ok(streams::add(call, |address| mode.stream(address, Device::File(fd)))?)
}

/// A stream for a descriptor that is open for reading and writing.
pub fn open_update(call: &mut Call<'_>, fd: i32) -> Result<u64, Bad> {
    let mode = Mode { flags: O_RDWR, readable: true, writable: true, append: false };
    open_descriptor(call, fd, mode)
}

fn fdopen(call: &mut Call<'_>) -> ModelResult {
    let result = (|| {
        let fd = call.arg_i32(0)?;
        let mode = mode_argument(call, 1)?;
        call.world.status_of(fd)?;
        Ok(streams::add(call, |address| mode.stream(address, Device::File(fd)))?)
    })();
    settle_pointer(call, result)
}

fn freopen(call: &mut Call<'_>) -> ModelResult {
    let result = (|| {
        let path = call.arg_u64(0)?;
        let path = if path == 0 { None } else { Some(string(call, path)?) };
        let mode = mode_argument(call, 1)?;
        let address = call.arg_u64(2)?;
        streams::with(call, address, |call, stream| reopen(call, stream, path, mode))?;
        Ok(address)
    })();
    settle_pointer(call, result)
}

fn reopen(
    call: &mut Call<'_>,
    stream: &mut Stream,
    path: Option<Vec<u8>>,
    mode: Mode,
) -> Result<(), Bad> {
    let old = stream.device.fd();
    if let Err(Bad::Stop(stop)) = stream.sync(call) {
        return Err(stop.into());
    }
    let path = match (path, old) {
        (Some(path), _) => path,
        // The same file in another mode.
        (None, Some(fd)) => match crate::fd::path_of(call, fd) {
            Some(path) => path.to_vec(),
            None => format!("/proc/self/fd/{fd}").into_bytes(),
        },
        (None, None) => return Err(Bad::Errno(errno::EBADF)),
    };
    let opened = call.world.open(&path, mode.flags, 0o666);
    let fd = match opened {
        Ok(fd) => fd,
        Err(number) => {
            // The stream is closed either way.
            let _ = stream.device.close(call);
            return Err(number.into());
        }
    };
    // The new file takes the descriptor of the old one: `freopen` of stdout stays 1.
    let fd = match old {
        Some(old) if old != fd => {
            call.world.duplicate(fd, Some(old))?;
            call.world.close(fd)?;
            old
        }
        _ => fd,
    };
    let standard_error = stream.buffering == super::stream::Buffering::None && fd == 2;
    let fresh = mode.stream(stream.address, Device::File(fd));
    *stream = if standard_error { fresh.unbuffered() } else { fresh };
    stream.show_flags(call)?;
    streams::show_descriptor(call, stream.address, stream)?;
    Ok(())
}

fn fclose(call: &mut Call<'_>) -> ModelResult {
    let address = call.arg_u64(0)?;
    let result = streams::with(call, address, |call, stream| stream.close(call));
    if !matches!(result, Err(Bad::Stop(_))) {
        streams::remove(call, address);
    }
    settle_int(call, result.map(|()| 0))
}

fn fcloseall(call: &mut Call<'_>) -> ModelResult {
    let well = streams::flush_open(call)?;
    Ok(margay_engine::Flow::int(if well { 0 } else { -1 }))
}

fn fmemopen(call: &mut Call<'_>) -> ModelResult {
    let result = (|| {
        let (buffer, size) = (call.arg_u64(0)?, call.arg_u64(1)?);
        let mode_at = call.arg_u64(2)?;
        let text = string(call, mode_at)?;
        let mode = mode_argument(call, 2)?;
        let first = text[0];
        let owned = buffer == 0;
        let address = if owned {
            let address = call.allocate_object(ObjectKind::Library, size, 16);
            if address == 0 {
                return Err(Bad::Errno(errno::ENOMEM));
            }
            if let Some(object) = call.state.memory.object_mut(address) {
                object.start_as_zero();
            }
            address
        } else {
            if text.starts_with(b"w+") {
                call.store(buffer, 1, 0)?;
            }
            buffer
        };
        let end = match first {
            b'r' => size,
            b'w' => 0,
            _ => length_within(call, address, size)?,
        };
        let position = if mode.append { end } else { 0 };
        let fixed = Fixed { address, size, position, end, append: mode.append, owned };
        Ok(streams::add(call, |address| mode.stream(address, Device::Fixed(fixed)))?)
    })();
    settle_pointer(call, result)
}

fn open_memstream(call: &mut Call<'_>) -> ModelResult {
    let (address_at, size_at) = (call.arg_u64(0)?, call.arg_u64(1)?);
    let growing = Growing::new(address_at, size_at, 1);
    let address = streams::add(call, |address| {
        Stream::new(address, Device::Growing(growing), false, true, false).unbuffered()
    })?;
    // The program may look at once.
    let result = streams::with(call, address, |call, stream| stream.sync(call));
    settle_pointer(call, result.map(|()| address))
}

/// There is no shell to run a command.
fn no_process(call: &mut Call<'_>) -> ModelResult {
    crate::count_unsupported(call, "popen");
    settle_pointer(call, Err(Bad::Errno(errno::ENOSYS)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mode_strings() {
        let read = Mode::parse(b"rb").unwrap();
        assert_eq!(read, Mode { flags: 0, readable: true, writable: false, append: false });
        let update = Mode::parse(b"r+").unwrap();
        assert_eq!((update.flags, update.readable, update.writable), (O_RDWR, true, true));
        let exclusive = Mode::parse(b"wbx").unwrap();
        assert_eq!(exclusive.flags, O_WRONLY | O_CREAT | O_TRUNC | O_EXCL);
        let append = Mode::parse(b"a+e").unwrap();
        assert_eq!(append.flags, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC);
        assert!(append.append && append.readable);
        assert_eq!(Mode::parse(b"q"), None);
        assert_eq!(Mode::parse(b""), None);
    }
}
