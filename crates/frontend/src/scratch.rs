//! Scratch directories: made for one purpose in the system's temporary directory, and gone with it.
//!
//! A run that is killed cannot clean up, so the next one does: the first scratch directory that a process makes removes
//! those that no process owns any more. The owner holds a lock on a file in the directory, which the kernel releases
//! with its owner, however that ends.
//!
//! Invariants. A directory in use is never removed: it has no lock file before that is locked.
//! The temporary directory is shared with others, who may put anything there: only directories of
//! this user are removed, no link is followed, and what a hostile program left inside (a million
//! levels, directories without rights) is removed as well.

use crate::directory::{give_rights, open_closed_directory, open_directory};
use rustix::fs::{AtFlags, CWD, FileType, FlockOperation, Mode, OFlags, RenameFlags};
use rustix::io::Errno;
use std::ffi::{CStr, CString};
use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

/// All scratch directories are called so, and on with what they are for.
const PREFIX: &str = "margay-";
const KINDS: [&str; 3] = ["build", "clang", "replay"];
/// The file whose lock says that a process owns the directory, and what it is called until it is locked.
const LOCK: &str = ".lock";
const UNLOCKED: &str = ".lock.new";
/// A directory without that file is one whose owner was killed at once, or is just making it.
const YOUNG: Duration = Duration::from_secs(60 * 60);

/// A directory that is removed when this is dropped, or by a later run.
#[derive(Debug)]
pub struct Scratch {
    path: PathBuf,
    /// The lock is held for as long as this is open.
    _lock: File,
}

impl Scratch {
    /// Makes a directory for one of these kinds of work: `build`, `clang` or `replay`.
    pub fn new(kind: &str) -> io::Result<Scratch> {
        static SWEPT: Once = Once::new();
        debug_assert!(KINDS.contains(&kind), "sweeping knows no {kind}");
        let temporary = std::env::temp_dir();
        SWEPT.call_once(|| sweep(&temporary));
        Scratch::new_in(&temporary, kind)
    }

    fn new_in(temporary: &Path, kind: &str) -> io::Result<Scratch> {
        let prefix = format!("{PREFIX}{kind}-");
        let directory = tempfile::Builder::new().prefix(&prefix).tempdir_in(temporary)?;
        let lock = File::create_new(directory.path().join(UNLOCKED))?;
        // Some file systems have no locks; then no other process gets one either.
        let _ = rustix::fs::flock(&lock, FlockOperation::NonBlockingLockExclusive);
        std::fs::rename(directory.path().join(UNLOCKED), directory.path().join(LOCK))?;
        Ok(Scratch { path: directory.keep(), _lock: lock })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What cannot be removed now is left to a later run.
        let _ = remove_tree(&self.path);
    }
}

/// Removes the directories that killed runs of this user left. Failures are ignored.
fn sweep(temporary: &Path) {
    // Where others may put away what is ours and put something else there, nothing is removed.
    let safe = |mode: u32| mode & 0o022 == 0 || mode & 0o1000 != 0;
    if !temporary.metadata().is_ok_and(|found| safe(found.mode())) {
        return;
    }
    let Ok(entries) = std::fs::read_dir(temporary) else { return };
    for entry in entries.filter_map(Result::ok) {
        let name = entry.file_name();
        let kind = name.to_str().and_then(|name| name.strip_prefix(PREFIX)?.split_once('-'));
        if kind.is_some_and(|(kind, _)| KINDS.contains(&kind)) {
            let _ = sweep_one(&entry.path());
        }
    }
}

fn sweep_one(path: &Path) -> io::Result<()> {
    let directory = open_directory(CWD, path)?;
    let found = rustix::fs::fstat(&directory)?;
    if found.st_uid != rustix::process::geteuid().as_raw() {
        return Ok(());
    }
    let flags = OFlags::RDWR | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    match rustix::fs::openat(&directory, LOCK, flags, Mode::empty()) {
        Ok(lock) => {
            // Held until all is gone, so that another sweep keeps away.
            rustix::fs::flock(&lock, FlockOperation::NonBlockingLockExclusive)?;
            remove_tree(path)
        }
        Err(Errno::NOENT) => {
            let changed = std::fs::symlink_metadata(path)?.modified()?;
            let age = SystemTime::now().duration_since(changed).unwrap_or_default();
            if age > YOUNG { remove_tree(path) } else { Ok(()) }
        }
        Err(error) => Err(error.into()),
    }
}

/// Removes a directory with all that is in it. Directories within are moved up to its top before
/// they are looked into, so that depth costs neither stack nor descriptors.
pub fn remove_tree(path: &Path) -> io::Result<()> {
    let top = open_directory(CWD, path)?;
    let mut waiting = empty(&top, &top, true)?;
    while let Some(name) = waiting.pop() {
        // The program that made it may have left no right to it.
        let directory = open_closed_directory(&top, &name)?;
        waiting.extend(empty(&directory, &top, false)?);
        rustix::fs::unlinkat(&top, &name, AtFlags::REMOVEDIR)?;
    }
    // The last, so that what is left after a failure is still known for what it is.
    match rustix::fs::unlinkat(&top, LOCK, AtFlags::empty()) {
        Ok(()) | Err(Errno::NOENT) => std::fs::remove_dir(path),
        Err(error) => Err(error.into()),
    }
}

/// Removes the files of a directory, except for the lock of the top one, and moves directories to
/// the top, where they get new names.
fn empty(directory: &OwnedFd, top: &OwnedFd, is_top: bool) -> io::Result<Vec<CString>> {
    let mut entries = Vec::new();
    for entry in rustix::fs::Dir::read_from(directory)? {
        let name = entry?.file_name().to_owned();
        let is_lock = is_top && name.as_bytes() == LOCK.as_bytes();
        if !matches!(name.as_bytes(), b"." | b"..") && !is_lock {
            entries.push(name);
        }
    }
    let mut moved = Vec::new();
    for name in entries {
        let found = rustix::fs::statat(directory, &name, AtFlags::SYMLINK_NOFOLLOW)?;
        if FileType::from_raw_mode(found.st_mode) != FileType::Directory {
            rustix::fs::unlinkat(directory, &name, AtFlags::empty())?;
        } else if is_top {
            moved.push(name);
        } else {
            // A directory that moves has to be written to.
            give_rights(directory, &name)?;
            moved.push(move_up(directory, &name, top)?);
        }
    }
    Ok(moved)
}

fn move_up(directory: &OwnedFd, name: &CStr, top: &OwnedFd) -> io::Result<CString> {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    loop {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let fresh = CString::new(format!(".below-{number}"))?;
        match rustix::fs::renameat_with(directory, name, top, &fresh, RenameFlags::NOREPLACE) {
            Ok(()) => return Ok(fresh),
            Err(Errno::EXIST) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};

    /// A scratch directory whose owner was killed: it is there, and not locked.
    fn abandoned(temporary: &Path) -> PathBuf {
        let path = temporary.join("margay-replay-abandoned");
        std::fs::create_dir(&path).expect("a directory");
        std::fs::write(path.join(LOCK), "").expect("a lock");
        path
    }

    #[test]
    fn directories_without_an_owner_are_swept() {
        let temporary = tempfile::tempdir().expect("a scratch directory");
        let owned = Scratch::new_in(temporary.path(), "clang").expect("a scratch directory");
        let path = abandoned(temporary.path());
        let other = temporary.path().join("margay-notes");
        std::fs::create_dir(&other).expect("a directory");
        // No lock yet: its owner may be just making it.
        let young = temporary.path().join("margay-build-young");
        std::fs::create_dir(&young).expect("a directory");
        sweep(temporary.path());
        assert!(!path.exists());
        assert!(owned.path().exists() && other.exists() && young.exists());
        let path = owned.path().to_owned();
        drop(owned);
        assert!(!path.exists());
    }

    #[test]
    fn old_directories_without_a_lock_are_swept() {
        let temporary = tempfile::tempdir().expect("a scratch directory");
        let old = temporary.path().join("margay-clang-old");
        std::fs::create_dir(&old).expect("a directory");
        let then = SystemTime::now() - 2 * YOUNG;
        File::open(&old).and_then(|file| file.set_modified(then)).expect("a time");
        sweep(temporary.path());
        assert!(!old.exists());
    }

    #[test]
    fn links_are_not_followed() {
        let temporary = tempfile::tempdir().expect("a scratch directory");
        let elsewhere = tempfile::tempdir().expect("another one");
        let precious = elsewhere.path().join("precious");
        std::fs::write(&precious, "").expect("a file");
        std::fs::write(elsewhere.path().join(LOCK), "").expect("a lock");
        // In the place of a directory, within one, and in the place of a lock.
        let link = temporary.path().join("margay-replay-link");
        symlink(elsewhere.path(), &link).expect("a link");
        let path = abandoned(temporary.path());
        symlink(elsewhere.path(), path.join("link")).expect("a link");
        let tricked = temporary.path().join("margay-replay-tricked");
        std::fs::create_dir(&tricked).expect("a directory");
        symlink(&precious, tricked.join(LOCK)).expect("a link");
        sweep(temporary.path());
        assert!(precious.exists() && !path.exists() && tricked.exists());
        assert!(link.symlink_metadata().is_ok());
    }

    #[test]
    fn nothing_is_swept_where_others_may_swap_it() {
        let temporary = tempfile::tempdir().expect("a scratch directory");
        let path = abandoned(temporary.path());
        let mode = |mode| std::fs::Permissions::from_mode(mode);
        std::fs::set_permissions(temporary.path(), mode(0o777)).expect("a mode");
        sweep(temporary.path());
        assert!(path.exists());
        std::fs::set_permissions(temporary.path(), mode(0o1777)).expect("a mode");
        sweep(temporary.path());
        assert!(!path.exists());
    }

    #[test]
    fn what_hostile_programs_leave_is_removed() {
        let temporary = tempfile::tempdir().expect("a scratch directory");
        let path = abandoned(temporary.path());
        std::fs::create_dir_all(path.join("closed/within")).expect("directories");
        std::fs::write(path.join("closed/file"), "").expect("a file");
        std::fs::write(path.join(".below-0"), "").expect("a file of that name");
        let none = std::fs::Permissions::from_mode(0o000);
        std::fs::set_permissions(path.join("closed/within"), none.clone()).expect("a mode");
        std::fs::set_permissions(path.join("closed"), none).expect("a mode");
        // Deeper than a path can be long, or descriptors are many.
        let mut at = open_directory(CWD, &path).expect("it opens");
        for _ in 0..3000 {
            rustix::fs::mkdirat(&at, "level", Mode::RWXU).expect("a directory");
            at = open_directory(&at, "level").expect("it opens");
        }
        sweep(temporary.path());
        assert!(!path.exists());
    }
}
