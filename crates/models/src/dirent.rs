//! Directories: `opendir`, `readdir` and the rest.
//!
//! A `DIR *` is the address of an object of the library. Entries are listed once,
//! when the directory is opened or rewound.

use crate::LibC;
use crate::errno;
use crate::fd::{path, path_of, remember};
use crate::flow::Boundary;
use crate::spec::{Table, one_of_many};
use crate::stdio::{Bad, settle_int, settle_pointer};
use margay_engine::{AccessKind, Call, DirectoryEntry, Fault, Flow, ModelResult, ObjectKind, Stop};
use std::collections::BTreeMap;
use std::rc::Rc;

pub const MODELS: Table = Table::of(&[
    one_of_many("opendir", opendir).typed("pp").sinks(&[Boundary::Path(0)]),
    one_of_many("fdopendir", fdopendir).typed("pi"),
    one_of_many("readdir", readdir).typed("pp"),
    one_of_many("readdir64", readdir).typed("pp"),
    one_of_many("closedir", closedir).typed("ip"),
    one_of_many("rewinddir", rewinddir).typed("vp"),
    one_of_many("telldir", telldir).typed("lp"),
    one_of_many("seekdir", seekdir).typed("vpl"),
    one_of_many("dirfd", dirfd).typed("ip"),
]);

/// The open directories of a state.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Directories(Rc<BTreeMap<u64, Directory>>);

#[derive(Clone, PartialEq, Eq)]
struct Directory {
    fd: i32,
    path: Rc<[u8]>,
    entries: Rc<[DirectoryEntry]>,
    next: usize,
}

const O_DIRECTORY_CLOEXEC: i32 = 0o200_000 | 0o2_000_000;
/// The `DIR` object holds the entry that was read last.
const ENTRY_SIZE: u64 = 280;

fn opendir(call: &mut Call<'_>) -> ModelResult {
    let path = path(call, 0)?;
    let result = (|| {
        if path.is_empty() {
            return Err(Bad::Errno(errno::ENOENT));
        }
        let fd = call.world.open(&path, O_DIRECTORY_CLOEXEC, 0)?;
        remember(call, fd, O_DIRECTORY_CLOEXEC, &path);
        open(call, fd, &path)
    })();
    settle_pointer(call, result)
}

fn fdopendir(call: &mut Call<'_>) -> ModelResult {
    let fd = call.arg_i32(0)?;
    let result = (|| {
        call.world.status_of(fd)?;
        let path = path_of(call, fd).ok_or(Bad::Errno(errno::ENOTDIR))?;
        open(call, fd, &path)
    })();
    settle_pointer(call, result)
}

fn open(call: &mut Call<'_>, fd: i32, path: &[u8]) -> Result<u64, Bad> {
    let entries = list(call, path)?;
    let address = call.allocate_object(ObjectKind::Library, ENTRY_SIZE, 16);
    let directory = Directory { fd, path: path.into(), entries, next: 0 };
    Rc::make_mut(&mut call.library::<LibC>().directories.0).insert(address, directory);
    Ok(address)
}

/// The entries, `.` and `..` among them.
fn list(call: &mut Call<'_>, path: &[u8]) -> Result<Rc<[DirectoryEntry]>, Bad> {
    const DIRECTORY: u8 = 4;
    let mut entries = call.world.list_directory(path)?;
    for name in [b"..".to_vec(), b".".to_vec()] {
        if !entries.iter().any(|entry| entry.name == name) {
            let mut place = path.to_vec();
            place.push(b'/');
            place.extend_from_slice(&name);
            let inode = call.world.status(&place, true).map_or(1, |status| status.inode);
            entries.insert(0, DirectoryEntry { name, inode, kind: DIRECTORY });
        }
    }
    Ok(entries.into())
}

/// The directory that the first argument is.
fn directory<'c>(call: &'c mut Call<'_>) -> Result<(u64, &'c mut Directory), Stop> {
    let address = call.arg_u64(0)?;
    if !call.library::<LibC>().directories.0.contains_key(&address) {
        let fault = match call.state.memory.check(address, 1, AccessKind::Read) {
            Err(fault) => fault,
            Ok(_) => Fault::LibraryMisuse {
                function: "DIR",
                detail: format!(
                    "{} is called with a pointer that is not an open directory",
                    call.name
                ),
            },
        };
        return Err(Stop::Fault(fault));
    }
    let open = Rc::make_mut(&mut call.library::<LibC>().directories.0);
    Ok((address, open.get_mut(&address).expect("just found")))
}

fn readdir(call: &mut Call<'_>) -> ModelResult {
    let (address, directory) = directory(call)?;
    let Some(entry) = directory.entries.get(directory.next).cloned() else {
        return Ok(Flow::address(0));
    };
    directory.next += 1;
    let offset = directory.next as u64;
    // Inode, offset, length, kind, name.
    let narrow = call.pointer_bytes() == 4 && call.name == "readdir";
    let word: u32 = if narrow { 4 } else { 8 };
    let kind_at = address + 2 * u64::from(word) + 2;
    let length = (kind_at + 1 - address + entry.name.len() as u64 + 1).next_multiple_of(8);
    call.store(address, word, entry.inode)?;
    call.store(address + u64::from(word), word, offset)?;
    call.store(kind_at - 2, 2, length)?;
    call.store(kind_at, 1, u64::from(entry.kind))?;
    call.write_string(kind_at + 1, &entry.name)?;
    Ok(Flow::address(address))
}

fn closedir(call: &mut Call<'_>) -> ModelResult {
    let (address, directory) = directory(call)?;
    let fd = directory.fd;
    Rc::make_mut(&mut call.library::<LibC>().directories.0).remove(&address);
    call.state.memory.release(address, call.site);
    let result = call.world.close(fd);
    settle_int(call, result.map(|()| 0).map_err(Bad::from))
}

fn rewinddir(call: &mut Call<'_>) -> ModelResult {
    let path = directory(call)?.1.path.clone();
    match list(call, &path) {
        Ok(entries) => directory(call)?.1.entries = entries,
        Err(Bad::Stop(stop)) => return Err(stop),
        Err(_) => {}
    }
    directory(call)?.1.next = 0;
    Ok(Flow::void())
}

fn telldir(call: &mut Call<'_>) -> ModelResult {
    let next = directory(call)?.1.next as u64;
    Ok(Flow::address(next))
}

fn seekdir(call: &mut Call<'_>) -> ModelResult {
    let place = call.arg_u64(1)?;
    directory(call)?.1.next = usize::try_from(place).unwrap_or(usize::MAX);
    Ok(Flow::void())
}

fn dirfd(call: &mut Call<'_>) -> ModelResult {
    let fd = directory(call)?.1.fd;
    Ok(Flow::int(fd))
}
