//! A world that is not there: for exploration, where nothing may go out or come in.

use crate::library::world::{DirectoryEntry, Errno, FileStatus, World, WorldResult};

/// Every call fails as if the system did not have it, but for those that cannot. A call that
/// comes here has one outcome where the system has several: it is remembered.
#[derive(Default)]
pub struct ClosedWorld {
    asked: bool,
}

impl ClosedWorld {
    fn answer<T>(&mut self, answer: T) -> T {
        self.asked = true;
        answer
    }
}

/// "Function not implemented".
const ENOSYS: Errno = Errno(38);

impl World for ClosedWorld {
    fn open(&mut self, _: &[u8], _: i32, _: u32) -> WorldResult<i32> {
        self.answer(Err(ENOSYS))
    }
    fn close(&mut self, _: i32) -> WorldResult<()> {
        Err(ENOSYS)
    }
    fn read(&mut self, _: i32, _: &mut [u8]) -> WorldResult<usize> {
        self.answer(Err(ENOSYS))
    }
    fn write(&mut self, _: i32, bytes: &[u8]) -> WorldResult<usize> {
        Ok(bytes.len())
    }
    fn seek(&mut self, _: i32, _: i64, _: i32) -> WorldResult<i64> {
        self.answer(Err(ENOSYS))
    }
    fn truncate(&mut self, _: i32, _: i64) -> WorldResult<()> {
        self.answer(Err(ENOSYS))
    }
    fn duplicate(&mut self, _: i32, _: Option<i32>) -> WorldResult<i32> {
        self.answer(Err(ENOSYS))
    }
    fn is_terminal(&mut self, _: i32) -> bool {
        self.answer(false)
    }
    fn status(&mut self, _: &[u8], _: bool) -> WorldResult<FileStatus> {
        self.answer(Err(ENOSYS))
    }
    fn status_of(&mut self, _: i32) -> WorldResult<FileStatus> {
        self.answer(Err(ENOSYS))
    }
    fn access(&mut self, _: &[u8], _: i32) -> WorldResult<()> {
        self.answer(Err(ENOSYS))
    }
    fn unlink(&mut self, _: &[u8]) -> WorldResult<()> {
        self.answer(Err(ENOSYS))
    }
    fn remove_directory(&mut self, _: &[u8]) -> WorldResult<()> {
        self.answer(Err(ENOSYS))
    }
    fn make_directory(&mut self, _: &[u8], _: u32) -> WorldResult<()> {
        self.answer(Err(ENOSYS))
    }
    fn rename(&mut self, _: &[u8], _: &[u8]) -> WorldResult<()> {
        self.answer(Err(ENOSYS))
    }
    fn read_link(&mut self, _: &[u8]) -> WorldResult<Vec<u8>> {
        self.answer(Err(ENOSYS))
    }
    fn list_directory(&mut self, _: &[u8]) -> WorldResult<Vec<DirectoryEntry>> {
        self.answer(Err(ENOSYS))
    }
    fn current_directory(&mut self) -> WorldResult<Vec<u8>> {
        self.answer(Err(ENOSYS))
    }
    fn change_directory(&mut self, _: &[u8]) -> WorldResult<()> {
        self.answer(Err(ENOSYS))
    }
    fn change_mode(&mut self, _: &[u8], _: u32) -> WorldResult<()> {
        self.answer(Err(ENOSYS))
    }
    fn file_mode_mask(&mut self, _: u32) -> u32 {
        self.answer(0o22)
    }
    fn clock(&mut self, _: i32) -> WorldResult<(i64, i64)> {
        self.answer(Err(ENOSYS))
    }
    fn sleep(&mut self, _: u64, _: u32) {}
    fn process_id(&mut self) -> i32 {
        self.answer(1)
    }
    fn parent_process_id(&mut self) -> i32 {
        self.answer(1)
    }
    fn user_id(&mut self) -> u32 {
        self.answer(0)
    }
    fn group_id(&mut self) -> u32 {
        self.answer(0)
    }
    fn random(&mut self, buffer: &mut [u8]) {
        buffer.fill(0);
        self.asked = true;
    }
    fn was_asked(&mut self) -> bool {
        std::mem::take(&mut self.asked)
    }
}
