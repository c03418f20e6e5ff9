//! What a run uses of memory and disk, as the warden measures it.
//!
//! Limits of the kernel count for one process, for one file, or for address space, of which
//! sanitizers reserve terabytes: a total has to be added up. That is done by looking some fifty
//! times a second, so a run may be over its share by what it takes in that time, which the other
//! limits bound (`FILE_BYTES`, no `fallocate`). A file system of limited size would bound the disk
//! sharply, but only where there are namespaces; looking is the same with and without.
//!
//! Counted are files of the run's directory, and those that have no name any more and are held by a
//! descriptor or a mapping. Memory that belongs to no process, as `memfd_create` makes it, is not
//! to be had (`seccomp.rs`).
//!
//! Invariant: the warden is not confined and the program changes what it looks at, so files are
//! found from the run's directory by descriptors, and no link is followed.

use margay_frontend::directory::{open_closed_directory, open_directory};
use rustix::fs::{AtFlags, CWD, Dir, FileType};
use rustix::io::Errno;
use rustix::process::{Pid, getpid};
use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::os::fd::OwnedFd;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::rc::Rc;

/// Bytes that all files of a run may have together.
const DISK: u64 = 256 << 20;
/// How many files and directories it may have.
const ENTRIES: usize = 10_000;
/// How deep these may be within each other. A descriptor is held for each level.
const LEVELS: usize = 128;
/// Bytes of memory that all processes of a run may have, unless the machine has little.
const MEMORY: u64 = 3 << 30;
/// What one of them may not have more of than the machine has, divided by this.
const SHARE: u64 = 4;

/// What a run may have too much of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Excess {
    Memory,
    Disk,
}

/// Measures a run.
pub struct Meter {
    directory: OwnedFd,
    memory: u64,
}

impl Meter {
    /// Measures what is in this directory and the processes below this one.
    pub fn new(directory: &Path) -> Result<Meter, Errno> {
        let info = fs::read_to_string("/proc/meminfo").unwrap_or_default();
        let all = kilobytes(&info, "MemTotal:").unwrap_or(u64::MAX >> 10) << 10;
        let directory = open_directory(CWD, directory)?;
        Ok(Meter { directory, memory: MEMORY.min(all / SHARE) })
    }

    /// What the run has too much of, if it does.
    pub fn excess(&self) -> Option<Excess> {
        let processes = descendants();
        if processes.iter().map(|pid| memory_of(*pid)).sum::<u64>() > self.memory {
            // Pages that several have were counted for each. To share them out takes longer.
            let shared_out = |pid: &Pid| proportional_memory_of(*pid).unwrap_or(memory_of(*pid));
            if processes.iter().map(shared_out).sum::<u64>() > self.memory {
                return Some(Excess::Memory);
            }
        }
        let (mut bytes, mut entries) = (0, 0);
        let within = add_up(&self.directory, &mut bytes, &mut entries);
        if !within.unwrap_or(false) || bytes > DISK {
            return Some(Excess::Disk);
        }
        let mut nameless = BTreeMap::new();
        processes.iter().for_each(|pid| add_nameless(*pid, &mut nameless));
        (bytes + nameless.values().sum::<u64>() > DISK).then_some(Excess::Disk)
    }
}

/// The processes below this one. The warden inherits those whose parents have died.
pub fn descendants() -> Vec<Pid> {
    let mut found: Vec<Pid> = Vec::new();
    let mut open = vec![getpid()];
    while let Some(parent) = open.pop() {
        for child in children(parent) {
            if !found.contains(&child) {
                found.push(child);
                open.push(child);
            }
        }
    }
    found
}

fn children(parent: Pid) -> Vec<Pid> {
    let mut found = Vec::new();
    let Ok(tasks) = fs::read_dir(format!("/proc/{}/task", parent.as_raw_pid())) else {
        return found;
    };
    for task in tasks.filter_map(Result::ok) {
        match fs::read_to_string(task.path().join("children")) {
            Ok(list) => found.extend(list.split_whitespace().filter_map(pid)),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                // The kernel need not have that file. The task may as well have ended.
                return children_by_search(parent);
            }
            Err(_) => {}
        }
    }
    found
}

fn children_by_search(parent: Pid) -> Vec<Pid> {
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    let is_child = |candidate: &Pid| {
        let stat = fs::read_to_string(format!("/proc/{}/stat", candidate.as_raw_pid()));
        // After the name, which may hold anything, come the state and the parent.
        let stat = stat.unwrap_or_default();
        let rest = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
        rest.split_whitespace().nth(1).and_then(pid) == Some(parent)
    };
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    names.filter_map(|name| pid(&name)).filter(is_child).collect()
}

fn pid(text: &str) -> Option<Pid> {
    text.parse().ok().and_then(Pid::from_raw)
}

/// Memory, what of it was written to swap, and the tables that lead to it.
fn memory_of(pid: Pid) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", pid.as_raw_pid()));
    let status = status.unwrap_or_default();
    let fields = ["VmRSS:", "VmSwap:", "VmPTE:"];
    fields.iter().filter_map(|field| kilobytes(&status, field)).sum::<u64>() << 10
}

/// The same, where each of several that have a page is counted for its part.
fn proportional_memory_of(pid: Pid) -> Option<u64> {
    let rollup = fs::read_to_string(format!("/proc/{}/smaps_rollup", pid.as_raw_pid())).ok()?;
    Some((kilobytes(&rollup, "Pss:")? + kilobytes(&rollup, "SwapPss:").unwrap_or(0)) << 10)
}

fn kilobytes(text: &str, field: &str) -> Option<u64> {
    let value = text.lines().find_map(|line| line.strip_prefix(field))?;
    value.split_whitespace().next()?.parse().ok()
}

/// Adds up what a directory holds, or tells that it is more than a run may have. What cannot be
/// looked into was made so on purpose.
fn add_up(top: &OwnedFd, bytes: &mut u64, entries: &mut usize) -> Result<bool, Errno> {
    let top = Rc::new(open_closed_directory(top, ".")?);
    // Directories yet to be read: the one that each is in, its name, and how deep it is.
    let mut open = vec![(top, c".".to_owned(), 0)];
    while let Some((parent, name, level)) = open.pop() {
        let directory = match open_closed_directory(&*parent, &name) {
            Ok(directory) => Rc::new(directory),
            Err(error) if is_gone(error) => continue,
            Err(error) => return Err(error),
        };
        for entry in Dir::read_from(&*directory)? {
            let name = entry?.file_name().to_owned();
            if matches!(name.as_bytes(), b"." | b"..") {
                continue;
            }
            let found = match rustix::fs::statat(&*directory, &name, AtFlags::SYMLINK_NOFOLLOW) {
                Ok(found) => found,
                Err(error) if is_gone(error) => continue,
                Err(error) => return Err(error),
            };
            *bytes += u64::try_from(found.st_blocks).unwrap_or(0) * 512;
            *entries += 1;
            let is_directory = FileType::from_raw_mode(found.st_mode) == FileType::Directory;
            if *entries > ENTRIES || *bytes > DISK || (is_directory && level == LEVELS) {
                return Ok(false);
            }
            if is_directory {
                open.push((directory.clone(), name, level + 1));
            }
        }
    }
    Ok(true)
}

/// Whether what was there is gone, or something else by now.
fn is_gone(error: Errno) -> bool {
    matches!(error, Errno::NOENT | Errno::NOTDIR | Errno::LOOP)
}

/// Adds files that have lost their last name and are still held by a process.
fn add_nameless(pid: Pid, files: &mut BTreeMap<(u64, u64), u64>) {
    let pid = pid.as_raw_pid();
    if let Ok(descriptors) = fs::read_dir(format!("/proc/{pid}/fd")) {
        for descriptor in descriptors.filter_map(Result::ok) {
            let Ok(file) = fs::metadata(descriptor.path()) else { continue };
            if file.is_file() && file.nlink() == 0 {
                files.insert((file.dev(), file.ino()), file.blocks() * 512);
            }
        }
    }
    let maps = fs::read(format!("/proc/{pid}/maps")).unwrap_or_default();
    for line in String::from_utf8_lossy(&maps).lines().filter(|line| line.ends_with(" (deleted)")) {
        let words: Vec<&str> = line.split_whitespace().take(5).collect();
        let [range, _, _, device, inode] = words[..] else { continue };
        let (Some((start, end)), Some((major, minor))) =
            (range.split_once('-'), device.split_once(':'))
        else {
            continue;
        };
        let number = |text: &str| u64::from_str_radix(text, 16).ok();
        let (Some(start), Some(end), Some(major), Some(minor), Ok(inode)) =
            (number(start), number(end), number(major), number(minor), inode.parse())
        else {
            continue;
        };
        // A file that is also open has been measured better.
        let major = u32::try_from(major).unwrap_or(u32::MAX);
        let minor = u32::try_from(minor).unwrap_or(u32::MAX);
        let device = rustix::fs::makedev(major, minor);
        files.entry((device, inode)).or_insert(end.saturating_sub(start));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};

    #[test]
    fn files_are_added_up() {
        let scratch = tempfile::tempdir().expect("a scratch directory");
        let below = scratch.path().join("a/b");
        fs::create_dir_all(&below).expect("directories");
        fs::write(below.join("c"), vec![1; 1 << 20]).expect("a file");
        let top = open_directory(CWD, scratch.path()).expect("it opens");
        let (mut bytes, mut entries) = (0, 0);
        assert_eq!(add_up(&top, &mut bytes, &mut entries), Ok(true));
        assert!((1 << 20..2 << 20).contains(&bytes), "{bytes}");
        assert_eq!(entries, 3);
        // A directory that may not be read counts as well.
        fs::set_permissions(&below, fs::Permissions::from_mode(0o000)).expect("a mode");
        let (mut again, mut entries) = (0, 0);
        assert_eq!(add_up(&top, &mut again, &mut entries), Ok(true));
        assert_eq!(again, bytes);
    }

    #[test]
    fn what_links_lead_to_is_left_alone() {
        let scratch = tempfile::tempdir().expect("a scratch directory");
        let elsewhere = tempfile::tempdir().expect("another one");
        fs::write(elsewhere.path().join("file"), vec![1; 1 << 20]).expect("a file");
        let mode = |mode| fs::set_permissions(elsewhere.path(), fs::Permissions::from_mode(mode));
        mode(0o000).expect("a mode");
        symlink(elsewhere.path(), scratch.path().join("link")).expect("a link");
        let top = open_directory(CWD, scratch.path()).expect("it opens");
        let (mut bytes, mut entries) = (0, 0);
        assert_eq!(add_up(&top, &mut bytes, &mut entries), Ok(true));
        assert!(bytes < 1 << 20 && entries == 1, "{bytes} {entries}");
        assert_eq!(elsewhere.path().metadata().expect("it is there").mode() & 0o777, 0);
        mode(0o700).expect("a mode");
    }

    #[test]
    fn there_is_an_end_to_depth() {
        let scratch = tempfile::tempdir().expect("a scratch directory");
        let mut below = scratch.path().to_owned();
        let top = open_directory(CWD, &below).expect("it opens");
        for level in 0..=LEVELS {
            let (mut bytes, mut entries) = (0, 0);
            assert_eq!(add_up(&top, &mut bytes, &mut entries), Ok(true), "{level}");
            below.push("d");
            fs::create_dir(&below).expect("a directory");
        }
        let (mut bytes, mut entries) = (0, 0);
        assert_eq!(add_up(&top, &mut bytes, &mut entries), Ok(false));
    }

    #[test]
    fn a_file_without_a_name_is_seen() {
        use std::io::Write;
        let mut file = tempfile::tempfile().expect("a file");
        file.write_all(&vec![1; 1 << 20]).expect("a megabyte");
        let mut files = BTreeMap::new();
        add_nameless(getpid(), &mut files);
        let meta = file.metadata().expect("its size");
        let held = files.get(&(meta.dev(), meta.ino()));
        assert_eq!(held, Some(&(meta.blocks() * 512)));
    }

    #[test]
    fn children_are_found_either_way() {
        let mut child = std::process::Command::new("sleep").arg("60").spawn().expect("a child");
        let pid = i32::try_from(child.id()).ok().and_then(Pid::from_raw).expect("its number");
        assert!(descendants().contains(&pid) && children_by_search(getpid()).contains(&pid));
        child.kill().and_then(|()| child.wait()).expect("it ends");
    }
}
