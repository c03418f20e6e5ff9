//! The text of the analysed program on the disk.

pub use margay_ir::texts::Sources;
pub(crate) use margay_ir::texts::{Text, Texts};

use rustix::fs::{Mode, OFlags};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The largest file that is read.
const LARGEST: u64 = 256 << 20;

/// What a file on the disk holds, if it is a file: a `#line` may name a device or a pipe.
pub fn disk(file: &Path) -> Option<Vec<u8>> {
    // What is examined is what is read, and opening it does not wait for who writes to a pipe.
    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::CLOEXEC | OFlags::NOCTTY;
    let opened = File::from(rustix::fs::open(file, flags, Mode::empty()).ok()?);
    let found = opened.metadata().ok()?;
    let is_read = |len: u64| len <= LARGEST;
    if !found.is_file() || !is_read(found.len()) {
        return None;
    }
    let mut bytes = Vec::new();
    let len = opened.take(LARGEST + 1).read_to_end(&mut bytes).ok()?;
    // It may have grown since.
    u64::try_from(len).is_ok_and(is_read).then_some(bytes)
}
