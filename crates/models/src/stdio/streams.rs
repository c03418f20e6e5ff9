//! The open streams of a state.
//!
//! A `FILE *` is the address of an object of the library that holds flags and a
//! descriptor for programs that look inside, and else nothing: the stream itself is
//! here, found by that address. Cloning shares all streams.

use super::Bad;
use super::device::Device;
use super::stream::{Buffering, Stream};
use crate::LibC;
use margay_engine::{AccessKind, Call, Fault, ObjectKind, Stop};
use std::rc::Rc;

#[derive(Clone, Default, PartialEq, Eq)]
pub struct Streams {
    /// In the order they were opened. A stream at work is out of its place.
    open: Rc<Vec<Entry>>,
    /// Addresses of stdin, stdout and stderr; 0 until the program first needs them.
    standard: [u64; 3],
}

#[derive(Clone, PartialEq, Eq)]
struct Entry {
    address: u64,
    stream: Option<Rc<Stream>>,
}

/// The size of glibc's `FILE` on x86-64, and on 32 bits.
const FILE_SIZE: [u64; 2] = [216, 148];
/// Where `_fileno` is in it.
const FILENO_AT: [u64; 2] = [112, 56];

pub const STDIN: usize = 0;
pub const STDOUT: usize = 1;
pub const STDERR: usize = 2;

/// `stdin`, `stdout` and `stderr` as variables of the program.
pub fn define_global(name: &str, address: u64, call: &mut Call<'_>) -> Result<bool, Stop> {
    let index = match name {
        "stdin" => STDIN,
        "stdout" => STDOUT,
        "stderr" => STDERR,
        _ => return Ok(false),
    };
    let stream = standard(call, index)?;
    call.store_pointer(address, stream)?;
    Ok(true)
}

/// The program ends: all that is buffered goes out.
pub fn flush_all(call: &mut Call<'_>) -> Result<(), Stop> {
    flush_open(call).map(|_| ())
}

/// `fflush(NULL)` and the end: the newest stream first, the standard ones last. Whether
/// all went well.
pub fn flush_open(call: &mut Call<'_>) -> Result<bool, Stop> {
    let streams = &call.library::<LibC>().streams;
    let standard = streams.standard;
    let mut order: Vec<u64> = streams.open.iter().rev().map(|entry| entry.address).collect();
    order.retain(|address| !standard.contains(address));
    order.extend(standard.iter().rev().filter(|address| **address != 0));
    let mut well = true;
    for address in order {
        match with(call, address, |call, stream| stream.sync(call)) {
            Ok(()) => {}
            Err(Bad::Stop(stop)) => return Err(stop),
            Err(_) => well = false,
        }
    }
    Ok(well)
}

/// The address of a standard stream.
pub fn standard(call: &mut Call<'_>, index: usize) -> Result<u64, Stop> {
    let known = call.library::<LibC>().streams.standard[index];
    if known != 0 {
        return Ok(known);
    }
    let fd = i32::try_from(index).expect("0 to 2");
    let address = add(call, |address| {
        let stream = Stream::new(address, Device::File(fd), index == STDIN, index != STDIN, false);
        if index == STDERR { stream.unbuffered() } else { stream }
    })?;
    call.library::<LibC>().streams.standard[index] = address;
    Ok(address)
}

/// The address of a standard stream that the program names.
pub fn standard_in_use(call: &mut Call<'_>, index: usize) -> Option<u64> {
    Some(call.library::<LibC>().streams.standard[index]).filter(|address| *address != 0)
}

pub fn is_standard(call: &mut Call<'_>, address: u64) -> bool {
    call.library::<LibC>().streams.standard.contains(&address)
}

/// A new stream and its `FILE` object.
pub fn add(call: &mut Call<'_>, stream: impl FnOnce(u64) -> Stream) -> Result<u64, Stop> {
    let narrow = usize::from(call.pointer_bytes() == 4);
    let address = call.allocate_object(ObjectKind::Library, FILE_SIZE[narrow], 16);
    if let Some(object) = call.state.memory.object_mut(address) {
        object.start_as_zero();
    }
    let stream = stream(address);
    stream.show_flags(call)?;
    show_descriptor(call, address, &stream)?;
    let open = &mut call.library::<LibC>().streams.open;
    Rc::make_mut(open).push(Entry { address, stream: Some(Rc::new(stream)) });
    Ok(address)
}

/// Keeps `_fileno` of the `FILE` object up to date.
pub fn show_descriptor(call: &mut Call<'_>, address: u64, stream: &Stream) -> Result<(), Stop> {
    let narrow = usize::from(call.pointer_bytes() == 4);
    let fd = stream.device.fd().unwrap_or(-1);
    call.store(address + FILENO_AT[narrow], 4, u64::from(fd.cast_unsigned()))
}

/// Forgets a closed stream; its object dies, so that a later use is a fault. The
/// standard streams stay, as in glibc, and fail.
pub fn remove(call: &mut Call<'_>, address: u64) {
    if is_standard(call, address) {
        return;
    }
    let open = &mut call.library::<LibC>().streams.open;
    Rc::make_mut(open).retain(|entry| entry.address != address);
    call.state.memory.release(address, call.site);
}

/// Works on a stream.
pub fn with<R>(
    call: &mut Call<'_>,
    address: u64,
    work: impl FnOnce(&mut Call<'_>, &mut Stream) -> Result<R, Bad>,
) -> Result<R, Bad> {
    let Some((index, mut stream)) = take(call, address) else {
        return Err(Bad::Stop(misuse(call, address)));
    };
    let result = work(call, Rc::make_mut(&mut stream));
    let open = Rc::make_mut(&mut call.library::<LibC>().streams.open);
    if let Some(entry) = open.get_mut(index) {
        entry.stream = Some(stream);
    }
    result
}

/// As [`with`], for the stream that argument `index` is.
pub fn with_arg<R>(
    call: &mut Call<'_>,
    index: usize,
    work: impl FnOnce(&mut Call<'_>, &mut Stream) -> Result<R, Bad>,
) -> Result<R, Bad> {
    let address = call.arg_u64(index)?;
    with(call, address, work)
}

/// As [`with`], for a standard stream.
pub fn with_standard<R>(
    call: &mut Call<'_>,
    index: usize,
    work: impl FnOnce(&mut Call<'_>, &mut Stream) -> Result<R, Bad>,
) -> Result<R, Bad> {
    let address = standard(call, index)?;
    with(call, address, work)
}

fn take(call: &mut Call<'_>, address: u64) -> Option<(usize, Rc<Stream>)> {
    let open = &mut call.library::<LibC>().streams.open;
    let index = open.iter().position(|entry| entry.address == address)?;
    let stream = Rc::make_mut(open)[index].stream.take()?;
    Some((index, stream))
}

/// Why an address is not an open stream.
fn misuse(call: &Call<'_>, address: u64) -> Stop {
    match call.state.memory.check(address, 4, AccessKind::Read) {
        Err(fault) => Stop::Fault(fault),
        Ok(_) => Stop::Fault(Fault::LibraryMisuse {
            function: "FILE",
            detail: format!("{} is called with a pointer that is not an open stream", call.name),
        }),
    }
}

/// Input that is not fully buffered first shows the output on the terminal.
pub fn flush_terminal_output(call: &mut Call<'_>, reader: u64) -> Result<(), Bad> {
    let stdout = call.library::<LibC>().streams.standard[STDOUT];
    if stdout == 0 || stdout == reader {
        return Ok(());
    }
    with(call, stdout, |call, stream| {
        if stream.buffering == Buffering::Line && stream.pending() > 0 {
            stream.sync(call)
        } else {
            Ok(())
        }
    })
    .or_else(|bad| if let Bad::Stop(stop) = bad { Err(Bad::Stop(stop)) } else { Ok(()) })
}
