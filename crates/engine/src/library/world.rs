//! The outside world, as library models see it.
//!
//! The engine does no I/O itself: who drives it brings a `World`. Errors are the
//! numbers of `errno` on Linux, which is what the program gets to see.

/// A number of `errno`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Errno(pub i32);

pub type WorldResult<T> = Result<T, Errno>;

/// What `stat` tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FileStatus {
    pub device: u64,
    pub inode: u64,
    /// Type and permissions, as `st_mode` has them.
    pub mode: u32,
    pub links: u64,
    pub user: u32,
    pub group: u32,
    pub raw_device: u64,
    pub size: i64,
    pub block_size: i64,
    pub blocks: i64,
    /// Seconds and nanoseconds.
    pub accessed: (i64, i64),
    pub modified: (i64, i64),
    pub changed: (i64, i64),
}

/// One entry of a directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DirectoryEntry {
    pub name: Vec<u8>,
    pub inode: u64,
    /// As `d_type` has it.
    pub kind: u8,
}

/// Clocks by the numbers that `clock_gettime` takes.
pub const CLOCK_REALTIME: i32 = 0;
pub const CLOCK_MONOTONIC: i32 = 1;
pub const CLOCK_PROCESS_CPU: i32 = 2;

/// Files, clocks and the process, with the meaning of the POSIX calls of the same names.
/// Paths are bytes without a terminator; flags and modes have Linux's values.
pub trait World {
    fn open(&mut self, path: &[u8], flags: i32, mode: u32) -> WorldResult<i32>;
    fn close(&mut self, fd: i32) -> WorldResult<()>;
    fn read(&mut self, fd: i32, buffer: &mut [u8]) -> WorldResult<usize>;
    fn write(&mut self, fd: i32, bytes: &[u8]) -> WorldResult<usize>;
    fn seek(&mut self, fd: i32, offset: i64, whence: i32) -> WorldResult<i64>;
    fn truncate(&mut self, fd: i32, len: i64) -> WorldResult<()>;
    fn duplicate(&mut self, fd: i32, onto: Option<i32>) -> WorldResult<i32>;
    fn is_terminal(&mut self, fd: i32) -> bool;
    fn status(&mut self, path: &[u8], follow_links: bool) -> WorldResult<FileStatus>;
    fn status_of(&mut self, fd: i32) -> WorldResult<FileStatus>;
    fn access(&mut self, path: &[u8], mode: i32) -> WorldResult<()>;
    fn unlink(&mut self, path: &[u8]) -> WorldResult<()>;
    fn remove_directory(&mut self, path: &[u8]) -> WorldResult<()>;
    fn make_directory(&mut self, path: &[u8], mode: u32) -> WorldResult<()>;
    fn rename(&mut self, from: &[u8], to: &[u8]) -> WorldResult<()>;
    fn read_link(&mut self, path: &[u8]) -> WorldResult<Vec<u8>>;
    fn list_directory(&mut self, path: &[u8]) -> WorldResult<Vec<DirectoryEntry>>;
    fn current_directory(&mut self) -> WorldResult<Vec<u8>>;
    fn change_directory(&mut self, path: &[u8]) -> WorldResult<()>;
    fn change_mode(&mut self, path: &[u8], mode: u32) -> WorldResult<()>;
    fn file_mode_mask(&mut self, mask: u32) -> u32;
    /// Seconds and nanoseconds of a clock.
    fn clock(&mut self, clock: i32) -> WorldResult<(i64, i64)>;
    fn sleep(&mut self, seconds: u64, nanoseconds: u32);
    fn process_id(&mut self) -> i32;
    fn parent_process_id(&mut self) -> i32;
    fn user_id(&mut self) -> u32;
    fn group_id(&mut self) -> u32;
    fn random(&mut self, buffer: &mut [u8]);
    /// Whether something was asked since this was called last that a real world might have
    /// answered in another way.
    fn was_asked(&mut self) -> bool {
        false
    }
}
