//! The real world: this process's files, clocks and directories.
//!
//! The program's descriptors are numbers of its own, given as POSIX says: the
//! lowest that is free. 0, 1 and 2 are this process's.

use margay_engine::{
    CLOCK_MONOTONIC, CLOCK_PROCESS_CPU, CLOCK_REALTIME, DirectoryEntry, Errno, FileStatus, World,
    WorldResult,
};
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::fs::{self, AtFlags, CWD, Mode, OFlags, SeekFrom};
use rustix::io;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

/// `EBADF`, `EINVAL` and `EMFILE`.
const BAD_DESCRIPTOR: Errno = Errno(9);
const INVALID: Errno = Errno(22);
const TOO_MANY: Errno = Errno(24);
/// What a process may usually have open.
const MAX_DESCRIPTORS: usize = 1024;

pub struct SystemWorld {
    descriptors: Vec<Option<Handle>>,
}

enum Handle {
    Input,
    Output,
    Error,
    Open(OwnedFd),
}

impl Handle {
    fn borrow(&self) -> BorrowedFd<'_> {
        match self {
            Handle::Input => rustix::stdio::stdin(),
            Handle::Output => rustix::stdio::stdout(),
            Handle::Error => rustix::stdio::stderr(),
            Handle::Open(fd) => fd.as_fd(),
        }
    }
}

impl Default for SystemWorld {
    fn default() -> Self {
        Self::new()
    }
}

impl SystemWorld {
    pub fn new() -> Self {
        let standard = [Handle::Input, Handle::Output, Handle::Error];
        SystemWorld { descriptors: standard.into_iter().map(Some).collect() }
    }

    fn get(&self, fd: i32) -> WorldResult<BorrowedFd<'_>> {
        let handle = usize::try_from(fd).ok().and_then(|fd| self.descriptors.get(fd)?.as_ref());
        handle.map(Handle::borrow).ok_or(BAD_DESCRIPTOR)
    }

    fn add(&mut self, fd: OwnedFd) -> WorldResult<i32> {
        let free = self.descriptors.iter().position(Option::is_none);
        let index = free.unwrap_or(self.descriptors.len());
        self.put(index, fd)
    }

    fn put(&mut self, index: usize, fd: OwnedFd) -> WorldResult<i32> {
        if index >= MAX_DESCRIPTORS {
            return Err(TOO_MANY);
        }
        if self.descriptors.len() <= index {
            self.descriptors.resize_with(index + 1, || None);
        }
        self.descriptors[index] = Some(Handle::Open(fd));
        i32::try_from(index).map_err(|_| TOO_MANY)
    }
}

fn errno(error: io::Errno) -> Errno {
    Errno(error.raw_os_error())
}

fn path(bytes: &[u8]) -> &OsStr {
    OsStr::from_bytes(bytes)
}

/// Calls again what a signal interrupted.
fn retry<T>(mut call: impl FnMut() -> io::Result<T>) -> WorldResult<T> {
    loop {
        match call() {
            Err(io::Errno::INTR) => {}
            other => return other.map_err(errno),
        }
    }
}

impl World for SystemWorld {
    fn open(&mut self, name: &[u8], flags: i32, mode: u32) -> WorldResult<i32> {
        let flags = OFlags::from_bits_retain(flags.cast_unsigned());
        let mode = Mode::from_bits_truncate(mode);
        let fd = retry(|| fs::openat(CWD, path(name), flags | OFlags::CLOEXEC, mode))?;
        self.add(fd)
    }

    fn close(&mut self, fd: i32) -> WorldResult<()> {
        self.get(fd)?;
        let index = usize::try_from(fd).map_err(|_| BAD_DESCRIPTOR)?;
        self.descriptors[index] = None;
        Ok(())
    }

    fn read(&mut self, fd: i32, buffer: &mut [u8]) -> WorldResult<usize> {
        let fd = self.get(fd)?;
        retry(|| io::read(fd, &mut *buffer))
    }

    fn write(&mut self, fd: i32, bytes: &[u8]) -> WorldResult<usize> {
        let fd = self.get(fd)?;
        retry(|| io::write(fd, bytes))
    }

    fn seek(&mut self, fd: i32, offset: i64, whence: i32) -> WorldResult<i64> {
        let from = match whence {
            0 => SeekFrom::Start(u64::try_from(offset).map_err(|_| INVALID)?),
            1 => SeekFrom::Current(offset),
            2 => SeekFrom::End(offset),
            _ => return Err(INVALID),
        };
        let at = fs::seek(self.get(fd)?, from).map_err(errno)?;
        i64::try_from(at).map_err(|_| INVALID)
    }

    fn truncate(&mut self, fd: i32, len: i64) -> WorldResult<()> {
        let len = u64::try_from(len).map_err(|_| INVALID)?;
        fs::ftruncate(self.get(fd)?, len).map_err(errno)
    }

    fn duplicate(&mut self, fd: i32, onto: Option<i32>) -> WorldResult<i32> {
        let copy = self.get(fd)?.try_clone_to_owned();
        let copy = copy.map_err(|error| error.raw_os_error().map_or(TOO_MANY, Errno))?;
        match onto {
            None => self.add(copy),
            Some(onto) if onto == fd => Ok(fd),
            Some(onto) => self.put(usize::try_from(onto).map_err(|_| BAD_DESCRIPTOR)?, copy),
        }
    }

    fn is_terminal(&mut self, fd: i32) -> bool {
        self.get(fd).is_ok_and(rustix::termios::isatty)
    }

    fn status(&mut self, name: &[u8], follow_links: bool) -> WorldResult<FileStatus> {
        let flags = if follow_links { AtFlags::empty() } else { AtFlags::SYMLINK_NOFOLLOW };
        fs::statat(CWD, path(name), flags).map(status).map_err(errno)
    }

    fn status_of(&mut self, fd: i32) -> WorldResult<FileStatus> {
        fs::fstat(self.get(fd)?).map(status).map_err(errno)
    }

    fn access(&mut self, name: &[u8], mode: i32) -> WorldResult<()> {
        let mode = fs::Access::from_bits_truncate(mode.cast_unsigned());
        fs::access(path(name), mode).map_err(errno)
    }

    fn unlink(&mut self, name: &[u8]) -> WorldResult<()> {
        fs::unlink(path(name)).map_err(errno)
    }

    fn remove_directory(&mut self, name: &[u8]) -> WorldResult<()> {
        fs::rmdir(path(name)).map_err(errno)
    }

    fn make_directory(&mut self, name: &[u8], mode: u32) -> WorldResult<()> {
        fs::mkdir(path(name), Mode::from_bits_truncate(mode)).map_err(errno)
    }

    fn rename(&mut self, from: &[u8], to: &[u8]) -> WorldResult<()> {
        fs::rename(path(from), path(to)).map_err(errno)
    }

    fn read_link(&mut self, name: &[u8]) -> WorldResult<Vec<u8>> {
        let target = fs::readlink(path(name), Vec::new()).map_err(errno)?;
        Ok(target.into_bytes())
    }

    fn list_directory(&mut self, name: &[u8]) -> WorldResult<Vec<DirectoryEntry>> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let fd = fs::openat(CWD, path(name), flags, Mode::empty()).map_err(errno)?;
        let mut entries = Vec::new();
        for entry in fs::Dir::read_from(&fd).map_err(errno)? {
            let entry = entry.map_err(errno)?;
            // The numbers that `d_type` has on Linux.
            let kind = match entry.file_type() {
                fs::FileType::Fifo => 1,
                fs::FileType::CharacterDevice => 2,
                fs::FileType::Directory => 4,
                fs::FileType::BlockDevice => 6,
                fs::FileType::RegularFile => 8,
                fs::FileType::Symlink => 10,
                fs::FileType::Socket => 12,
                fs::FileType::Unknown => 0,
            };
            let name = entry.file_name().to_bytes().to_vec();
            entries.push(DirectoryEntry { name, inode: entry.ino(), kind });
        }
        Ok(entries)
    }

    fn current_directory(&mut self) -> WorldResult<Vec<u8>> {
        rustix::process::getcwd(Vec::new()).map(|name| name.into_bytes()).map_err(errno)
    }

    fn change_directory(&mut self, name: &[u8]) -> WorldResult<()> {
        rustix::process::chdir(path(name)).map_err(errno)
    }

    fn change_mode(&mut self, name: &[u8], mode: u32) -> WorldResult<()> {
        fs::chmod(path(name), Mode::from_bits_truncate(mode)).map_err(errno)
    }

    fn file_mode_mask(&mut self, mask: u32) -> u32 {
        rustix::process::umask(Mode::from_bits_truncate(mask)).bits()
    }

    fn clock(&mut self, clock: i32) -> WorldResult<(i64, i64)> {
        use rustix::time::{ClockId, clock_gettime};
        let id = match clock {
            CLOCK_REALTIME => ClockId::Realtime,
            CLOCK_MONOTONIC => ClockId::Monotonic,
            CLOCK_PROCESS_CPU => ClockId::ProcessCPUTime,
            _ => return Err(INVALID),
        };
        let now = clock_gettime(id);
        Ok((now.tv_sec, now.tv_nsec))
    }

    fn sleep(&mut self, seconds: u64, nanoseconds: u32) {
        std::thread::sleep(std::time::Duration::new(seconds, nanoseconds));
    }

    fn process_id(&mut self) -> i32 {
        rustix::process::getpid().as_raw_nonzero().get()
    }

    fn parent_process_id(&mut self) -> i32 {
        rustix::process::getppid().map_or(0, |pid| pid.as_raw_nonzero().get())
    }

    fn user_id(&mut self) -> u32 {
        rustix::process::getuid().as_raw()
    }

    fn group_id(&mut self) -> u32 {
        rustix::process::getgid().as_raw()
    }

    fn random(&mut self, buffer: &mut [u8]) {
        let mut filled = 0;
        while filled < buffer.len() {
            let flags = rustix::rand::GetRandomFlags::empty();
            match rustix::rand::getrandom(&mut buffer[filled..], flags) {
                Ok(count) => filled += count,
                Err(io::Errno::INTR) => {}
                // Without a source of randomness the rest stays as it is.
                Err(_) => return,
            }
        }
    }
}

fn status(stat: fs::Stat) -> FileStatus {
    let nanoseconds = |value| i64::try_from(value).unwrap_or(0);
    FileStatus {
        device: stat.st_dev,
        inode: stat.st_ino,
        mode: stat.st_mode,
        links: stat.st_nlink,
        user: stat.st_uid,
        group: stat.st_gid,
        raw_device: stat.st_rdev,
        size: stat.st_size,
        block_size: stat.st_blksize,
        blocks: stat.st_blocks,
        accessed: (stat.st_atime, nanoseconds(stat.st_atime_nsec)),
        modified: (stat.st_mtime, nanoseconds(stat.st_mtime_nsec)),
        changed: (stat.st_ctime, nanoseconds(stat.st_ctime_nsec)),
    }
}
