//! `mmap`: memory by the page.
//!
//! A mapping is an object of its own, page aligned. A file is read when it is
//! mapped; a shared mapping that may be written goes back to its file at `msync`,
//! `munmap` and the end of the program.

use crate::LibC;
use crate::errno;
use crate::fd::read_some;
use crate::spec::{Table, exact, one_of_many};
use crate::stdio::{Bad, settle, settle_int};
use crate::text::arg_signed;
use margay_engine::{Call, Flow, ModelResult, ObjectKind, Stop};
use std::collections::BTreeMap;
use std::rc::Rc;

pub const MODELS: Table = Table::of(&[
    one_of_many("mmap", mmap).typed("ppliiil"),
    one_of_many("mmap64", mmap).typed("ppliiiq"),
    one_of_many("munmap", munmap).typed("ipl"),
    one_of_many("msync", msync).typed("ipli").signal_safe(),
    one_of_many("mprotect", |_| Ok(Flow::int(0))).typed("ipli").signal_safe(),
    one_of_many("madvise", |_| Ok(Flow::int(0))).typed("ipli").signal_safe(),
    one_of_many("posix_madvise", |_| Ok(Flow::int(0))).typed("ipli"),
    exact("munlockall", |_| Ok(Flow::int(0))).typed("i"),
]);

/// Shared mappings that may be written, by address.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Mappings(Rc<BTreeMap<u64, Mapping>>);

#[derive(Clone, Copy, PartialEq, Eq)]
struct Mapping {
    /// A descriptor of the library's own: the program may close its one.
    fd: i32,
    offset: i64,
    /// Bytes that the file had after the offset.
    len: u64,
}

const PAGE: u64 = 4096;
const PROT_WRITE: i32 = 2;
const MAP_SHARED: i32 = 1;
const MAP_FIXED: i32 = 0x10;
const MAP_ANONYMOUS: i32 = 0x20;
const SEEK_SET: i32 = 0;
const SEEK_CUR: i32 = 1;

/// A mapping as the program asks for it.
struct Request {
    len: u64,
    protection: i32,
    flags: i32,
    fd: i32,
    offset: i64,
}

fn mmap(call: &mut Call<'_>) -> ModelResult {
    let (len, protection, flags) = (call.arg_u64(1)?, call.arg_i32(2)?, call.arg_i32(3)?);
    let (fd, offset) = (call.arg_i32(4)?, arg_signed(call, 5)?);
    let result = map(call, &Request { len, protection, flags, fd, offset });
    let failure = call.word(-1).into();
    settle(call, result.map(Flow::address), failure)
}

fn map(call: &mut Call<'_>, request: &Request) -> Result<u64, Bad> {
    let Request { len, protection, flags, fd, offset } = *request;
    if len == 0 || offset < 0 || !offset.unsigned_abs().is_multiple_of(PAGE) {
        return Err(Bad::Errno(errno::EINVAL));
    }
    if flags & MAP_FIXED != 0 {
        // An object cannot be laid over others.
        return Err(Bad::Errno(errno::ENOMEM));
    }
    let size = len.checked_next_multiple_of(PAGE).ok_or(Bad::Errno(errno::ENOMEM))?;
    let contents =
        if flags & MAP_ANONYMOUS != 0 { Vec::new() } else { file(call, fd, offset, len)? };
    let address = call.allocate_object(ObjectKind::Heap, size, PAGE);
    if address == 0 {
        return Err(Bad::Errno(errno::ENOMEM));
    }
    if let Some(object) = call.state.memory.object_mut(address) {
        object.start_as_zero();
    }
    call.write_bytes(address, &contents)?;
    if flags & MAP_ANONYMOUS == 0 && flags & MAP_SHARED != 0 && protection & PROT_WRITE != 0 {
        let fd = call.world.duplicate(fd, None)?;
        let mapping = Mapping { fd, offset, len: contents.len() as u64 };
        Rc::make_mut(&mut call.library::<LibC>().mappings.0).insert(address, mapping);
    }
    Ok(address)
}

/// The bytes of a file from an offset on; its place stays.
fn file(call: &mut Call<'_>, fd: i32, offset: i64, len: u64) -> Result<Vec<u8>, Bad> {
    const REGULAR: u32 = 0o100_000;
    let status = call.world.status_of(fd)?;
    if status.mode & 0o170_000 != REGULAR {
        return Err(Bad::Errno(errno::ENODEV));
    }
    let before = call.world.seek(fd, 0, SEEK_CUR)?;
    call.world.seek(fd, offset, SEEK_SET)?;
    let contents = read_some(call, fd, len);
    call.world.seek(fd, before, SEEK_SET)?;
    contents
}

/// Brings a shared mapping back to its file.
fn write_back(call: &mut Call<'_>, address: u64, mapping: Mapping) -> Result<(), Bad> {
    let bytes = call.read_raw_bytes(address, mapping.len)?;
    let before = call.world.seek(mapping.fd, 0, SEEK_CUR)?;
    call.world.seek(mapping.fd, mapping.offset, SEEK_SET)?;
    let mut rest = &bytes[..];
    while !rest.is_empty() {
        let count = call.world.write(mapping.fd, rest)?;
        rest = &rest[count.max(1).min(rest.len())..];
    }
    call.world.seek(mapping.fd, before, SEEK_SET)?;
    Ok(())
}

fn munmap(call: &mut Call<'_>) -> ModelResult {
    let (address, len) = (call.arg_u64(0)?, call.arg_u64(1)?);
    if !address.is_multiple_of(PAGE) || len == 0 {
        return settle_int(call, Err(Bad::Errno(errno::EINVAL)));
    }
    let mapping = call.library::<LibC>().mappings.0.get(&address).copied();
    let result = match mapping {
        Some(mapping) => write_back(call, address, mapping).and_then(|()| {
            Rc::make_mut(&mut call.library::<LibC>().mappings.0).remove(&address);
            Ok(call.world.close(mapping.fd)?)
        }),
        None => Ok(()),
    };
    // Part of a mapping stays mapped: an object cannot be cut.
    let object = call.state.memory.object(address);
    if object
        .is_some_and(|object| object.base == address && object.size <= len.next_multiple_of(PAGE))
    {
        call.state.memory.release(address, call.site);
    }
    settle_int(call, result.map(|()| 0))
}

fn msync(call: &mut Call<'_>) -> ModelResult {
    let address = call.arg_u64(0)?;
    let mapping = call.library::<LibC>().mappings.0.get(&address).copied();
    let result = mapping.map_or(Ok(()), |mapping| write_back(call, address, mapping));
    settle_int(call, result.map(|()| 0))
}

/// The program ends: shared mappings go back to their files.
pub fn write_all_back(call: &mut Call<'_>) -> Result<(), Stop> {
    let mappings = call.library::<LibC>().mappings.0.clone();
    for (address, mapping) in mappings.iter() {
        if let Err(Bad::Stop(stop)) = write_back(call, *address, *mapping) {
            return Err(stop);
        }
    }
    Ok(())
}
