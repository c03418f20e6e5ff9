//! `stat` and its kin, with glibc's layouts of `struct stat`.

use crate::fd::{path, path_at};
use crate::spec::{Facts, Table, one_of_many, unmodelled};
use crate::stdio::{Bad, settle_int};
use margay_engine::{Call, FileStatus, ModelResult, Stop};

pub const MODELS: Table = Table::of(&[
    one_of_many("stat", |call| by_path(call, 0, true)).typed("ipp").signal_safe(),
    one_of_many("stat64", |call| by_path(call, 0, true)).typed("ipp"),
    one_of_many("lstat", |call| by_path(call, 0, false)).typed("ipp").signal_safe(),
    one_of_many("lstat64", |call| by_path(call, 0, false)).typed("ipp"),
    one_of_many("fstat", |call| by_descriptor(call, 0))
        .typed("iip")
        .signal_safe()
        .with(Facts::ASKS_DESCRIPTORS),
    one_of_many("fstat64", |call| by_descriptor(call, 0))
        .typed("iip")
        .with(Facts::ASKS_DESCRIPTORS),
    one_of_many("fstatat", |call| by_directory(call, 0)).typed("iippi").signal_safe(),
    one_of_many("fstatat64", |call| by_directory(call, 0)).typed("iippi"),
    // Older headers pass the version of the structure first.
    one_of_many("__xstat", |call| by_path(call, 1, true)).typed("iipp"),
    one_of_many("__xstat64", |call| by_path(call, 1, true)).typed("iipp"),
    one_of_many("__lxstat", |call| by_path(call, 1, false)).typed("iipp"),
    one_of_many("__lxstat64", |call| by_path(call, 1, false)).typed("iipp"),
    one_of_many("__fxstat", |call| by_descriptor(call, 1)).typed("iiip"),
    one_of_many("__fxstat64", |call| by_descriptor(call, 1)).typed("iiip"),
    one_of_many("__fxstatat", |call| by_directory(call, 1)).typed("iiippi"),
    one_of_many("__fxstatat64", |call| by_directory(call, 1)).typed("iiippi"),
    one_of_many("fchmod", fchmod).typed("iii").signal_safe(),
    one_of_many("fchown", fchmod).typed("iiii").signal_safe(),
    // Without models.
    unmodelled("fchmodat").signal_safe(),
    unmodelled("fchownat").signal_safe(),
    unmodelled("futimens").signal_safe(),
    unmodelled("mkfifoat").signal_safe().with(Facts::NAMES_PIPES),
    unmodelled("mknodat").signal_safe().with(Facts::NAMES_PIPES),
    unmodelled("utimensat").typed("iippi").signal_safe(),
    unmodelled("fstatvfs").typed("iip"),
    unmodelled("fstatvfs64").typed("iip"),
    unmodelled("statvfs").typed("ipp"),
    unmodelled("statvfs64").typed("ipp"),
]);

fn by_path(call: &mut Call<'_>, first: usize, follow: bool) -> ModelResult {
    let path = path(call, first)?;
    let to = call.arg_u64(first + 1)?;
    let status = call.world.status(&path, follow).map_err(Bad::from);
    finish(call, to, status)
}

fn by_descriptor(call: &mut Call<'_>, first: usize) -> ModelResult {
    let (fd, to) = (call.arg_i32(first)?, call.arg_u64(first + 1)?);
    let status = call.world.status_of(fd).map_err(Bad::from);
    finish(call, to, status)
}

fn by_directory(call: &mut Call<'_>, first: usize) -> ModelResult {
    const AT_SYMLINK_NOFOLLOW: i32 = 0x100;
    const AT_EMPTY_PATH: i32 = 0x1000;
    let (to, flags) = (call.arg_u64(first + 2)?, call.arg_i32(first + 3)?);
    let status = if flags & AT_EMPTY_PATH != 0 && path(call, first + 1)?.is_empty() {
        let fd = call.arg_i32(first)?;
        call.world.status_of(fd).map_err(Bad::from)
    } else {
        path_at(call, first, first + 1)
            .and_then(|path| Ok(call.world.status(&path, flags & AT_SYMLINK_NOFOLLOW == 0)?))
    };
    finish(call, to, status)
}

/// Permissions and owners of an open file stay as they are; the descriptor is checked.
fn fchmod(call: &mut Call<'_>) -> ModelResult {
    let fd = call.arg_i32(0)?;
    let status = call.world.status_of(fd);
    settle_int(call, status.map(|_| 0).map_err(Bad::from))
}

fn finish(call: &mut Call<'_>, to: u64, status: Result<FileStatus, Bad>) -> ModelResult {
    let result = match status {
        Ok(status) => {
            store(call, to, &status)?;
            Ok(0)
        }
        Err(bad) => Err(bad),
    };
    settle_int(call, result)
}

/// Offset and size of each field; the order is that of [`values`].
pub struct Layout {
    pub size: u64,
    pub fields: [(u64, u32); 10],
    /// Where the three times start, and the bytes of a second and of a nanosecond.
    pub times: u64,
    pub word: u32,
}

/// Places of fields in that order: of the device, the file on it, and the device that the file is.
pub const IDENTITY: [usize; 3] = [0, 1, 6];
pub const MODE: usize = 2;
pub const LINKS: usize = 3;
pub const SIZE: usize = 7;
pub const BLOCK_SIZE: usize = 8;
pub const BLOCKS: usize = 9;

const X86_64: Layout = Layout {
    size: 144,
    fields: [
        (0, 8),
        (8, 8),
        (24, 4),
        (16, 8),
        (28, 4),
        (32, 4),
        (40, 8),
        (48, 8),
        (56, 8),
        (64, 8),
    ],
    times: 72,
    word: 8,
};
const AARCH64: Layout = Layout {
    size: 128,
    fields: [
        (0, 8),
        (8, 8),
        (16, 4),
        (20, 4),
        (24, 4),
        (28, 4),
        (32, 8),
        (48, 8),
        (56, 4),
        (64, 8),
    ],
    times: 72,
    word: 8,
};
const I386: Layout = Layout {
    size: 88,
    fields: [
        (0, 8),
        (12, 4),
        (16, 4),
        (20, 4),
        (24, 4),
        (28, 4),
        (32, 8),
        (44, 4),
        (48, 4),
        (52, 4),
    ],
    times: 56,
    word: 4,
};
const I386_LARGE: Layout = Layout {
    size: 96,
    fields: [
        (0, 8),
        (88, 8),
        (16, 4),
        (20, 4),
        (24, 4),
        (28, 4),
        (32, 8),
        (44, 8),
        (52, 4),
        (56, 8),
    ],
    times: 64,
    word: 4,
};

/// The layout for the function that is called.
pub fn layout(call: &Call<'_>) -> Layout {
    if call.pointer_bytes() == 4 {
        if call.name.ends_with("64") { I386_LARGE } else { I386 }
    } else if call.program.triple.starts_with("x86_64") {
        X86_64
    } else {
        AARCH64
    }
}

fn store(call: &mut Call<'_>, to: u64, status: &FileStatus) -> Result<(), Stop> {
    let layout = layout(call);
    call.write_bytes(to, &vec![0; usize::try_from(layout.size).expect("small")])?;
    for ((at, len), value) in layout.fields.into_iter().zip(values(status)) {
        call.store(to + at, len, value)?;
    }
    let mut at = to + layout.times;
    for (seconds, nanoseconds) in [status.accessed, status.modified, status.changed] {
        for part in [seconds, nanoseconds] {
            call.store(at, layout.word, part.cast_unsigned())?;
            at += u64::from(layout.word);
        }
    }
    Ok(())
}

fn values(status: &FileStatus) -> [u64; 10] {
    [
        status.device,
        status.inode,
        u64::from(status.mode),
        status.links,
        u64::from(status.user),
        u64::from(status.group),
        status.raw_device,
        status.size.cast_unsigned(),
        status.block_size.cast_unsigned(),
        status.blocks.cast_unsigned(),
    ]
}
