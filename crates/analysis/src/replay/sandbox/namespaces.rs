//! Namespaces: processes, network, shared memory and files that are the program's own.
//!
//! In its namespace the program sees no process but its own and can name no other. It has no
//! network, not even a loopback that leads anywhere. Its file system is made from nothing: the
//! system's programs and libraries, which cannot be written to, its own build and its directory,
//! so that it does not even read what else the user has. When process 1 dies, the kernel kills
//! all others of the namespace, whatever sessions and parents they gave themselves.
//!
//! All of it needs no privilege where the kernel lets users make user namespaces. In its own the
//! user has the capabilities to make the others, which are given up before the program starts.

use super::warden::{self, ended};
use super::{Job, SELF, Stage};
use nix::sched::CloneFlags;
use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::io::Errno;
use rustix::mount::{
    MountFlags, MountPropagationFlags, UnmountFlags, mount, mount_bind, mount_bind_recursive,
    mount_change, mount_remount, unmount,
};
use rustix::process::{DumpableBehavior, Pid, Signal, WaitOptions};
use rustix::thread::{CapabilitySet, CapabilitySets};
use std::fs;
use std::io;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};
use std::process::Stdio;

/// Where the system's programs and libraries are; some have only some of these.
const SYSTEM: &[&str] =
    &["usr", "bin", "sbin", "lib", "lib32", "lib64", "libx32", "nix/store", "gnu/store"];
/// What the loader and the C library read.
const SETTINGS: &[&str] =
    &["etc/ld.so.cache", "etc/localtime", "etc/nsswitch.conf", "etc/passwd", "etc/group"];
const DEVICES: &[&str] = &["dev/null", "dev/zero", "dev/full", "dev/random", "dev/urandom"];

/// Makes the namespaces. This process gets a user namespace, and those of the network and the like;
/// its next child is process 1 of the namespace of processes, and may make a file system.
pub fn unshare() -> Result<(), String> {
    let (user, group) = (rustix::process::geteuid(), rustix::process::getegid());
    let all = CloneFlags::CLONE_NEWUSER
        | CloneFlags::CLONE_NEWPID
        | CloneFlags::CLONE_NEWNET
        | CloneFlags::CLONE_NEWIPC
        | CloneFlags::CLONE_NEWUTS
        | CloneFlags::CLONE_NEWCGROUP;
    nix::sched::unshare(all).map_err(|e| format!("the kernel refuses them: {}", e.desc()))?;
    // The program is who it was. Groups would have to be mapped by someone privileged.
    let write = |file: &str, text: String| {
        fs::write(file, text).map_err(|e| format!("the kernel refuses users in them: {e}"))
    };
    write("/proc/self/setgroups", "deny".to_owned())?;
    write("/proc/self/uid_map", format!("{0} {0} 1", user.as_raw()))?;
    write("/proc/self/gid_map", format!("{0} {0} 1", group.as_raw()))?;
    // The next binary keeps what it needs to mount.
    let admin = CapabilitySet::SYS_ADMIN;
    let keep = || {
        let sets = rustix::thread::capabilities(None)?;
        let sets = CapabilitySets { inheritable: admin, ..sets };
        rustix::thread::set_capabilities(None, sets)?;
        rustix::thread::configure_capability_in_ambient_set(admin, true)
    };
    keep().map_err(|e| format!("the kernel refuses capabilities in them: {e}"))
}

/// Process 1: makes the file system, starts the program, and reaps whatever the program leaves
/// behind until it ends itself.
pub fn init(job: &Job) -> Result<u8, String> {
    // With the warden goes all of this. It may have gone before this line.
    rustix::process::set_parent_process_death_signal(Some(Signal::KILL))
        .map_err(|e| e.to_string())?;
    let stdin = io::stdin();
    let mut alone = [PollFd::new(&stdin, PollFlags::IN)];
    let now = Timespec { tv_sec: 0, tv_nsec: 0 };
    if rustix::event::poll(&mut alone, Some(&now)) != Ok(0) {
        return Err("the warden is gone".to_owned());
    }
    make_root(job).map_err(|(what, e)| format!("cannot make a file system, at {what}: {e}"))?;
    let none = CapabilitySet::empty();
    rustix::thread::clear_ambient_capability_set()
        .and_then(|()| {
            let sets = CapabilitySets { effective: none, permitted: none, inheritable: none };
            rustix::thread::set_capabilities(None, sets)
        })
        .map_err(|e| format!("cannot give up capabilities: {e}"))?;
    // The program is the same user, and must not find the way to the warden's ear here.
    rustix::process::set_dumpable_behavior(DumpableBehavior::NotDumpable)
        .map_err(|e| e.to_string())?;
    let mut command = job.stage(Path::new(SELF), Stage::Program);
    let child = command.stdin(Stdio::null()).stdout(Stdio::null()).spawn();
    let child = child.map_err(|e| format!("cannot run the next stage: {e}"))?;
    let program = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    loop {
        match rustix::process::wait(WaitOptions::empty()) {
            Ok(Some((pid, status))) if Some(pid) == program => {
                warden::tell(&ended(status));
                return Ok(0);
            }
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(format!("lost the program: {error}")),
        }
    }
}

/// A step that failed, and how.
type Failed = (String, io::Error);

/// Makes a file system of what the program needs and makes it the root.
fn make_root(job: &Job) -> Result<(), Failed> {
    let at = |what: &str| {
        let what = what.to_owned();
        move |e: Errno| (what, io::Error::from(e))
    };
    let made =
        |what: &Path, result: io::Result<()>| result.map_err(|e| (what.display().to_string(), e));
    nix::sched::unshare(CloneFlags::CLONE_NEWNS)
        .map_err(|e| ("unshare".to_owned(), io::Error::from(e)))?;
    let down = MountPropagationFlags::REC | MountPropagationFlags::PRIVATE;
    mount_change("/", down).map_err(at("/"))?;
    // A directory that is always there, and from which nothing is taken.
    let root = Path::new("/proc");
    let plain = MountFlags::NOSUID | MountFlags::NODEV;
    mount("tmpfs", root, "tmpfs", plain, c"size=4m,mode=755").map_err(at("tmpfs"))?;
    for name in SYSTEM {
        let (source, target) = (Path::new("/").join(name), root.join(name));
        let Ok(found) = source.symlink_metadata() else { continue };
        if found.is_symlink() {
            let link = source.read_link().and_then(|to| std::os::unix::fs::symlink(to, &target));
            made(&source, link)?;
        } else if found.is_dir() {
            made(&target, fs::create_dir_all(&target))?;
            mount_bind_recursive(&source, &target).map_err(at(name))?;
        }
    }
    for name in SETTINGS.iter().chain(DEVICES) {
        let (source, target) = (Path::new("/").join(name), root.join(name));
        if source.metadata().is_ok_and(|found| !found.is_dir()) {
            made(&target, fs::create_dir_all(target.parent().unwrap_or(root)))?;
            made(&target, fs::write(&target, ""))?;
            mount_bind(&source, &target).map_err(at(name))?;
        }
    }
    let program = job.command.first().map(PathBuf::from).unwrap_or_default();
    let build = program.parent().filter(|parent| !parent.starts_with("/proc"));
    for place in build.into_iter().chain([job.directory.as_path()]) {
        let target = within(root, place);
        made(&target, fs::create_dir_all(&target))?;
        mount_bind(place, &target).map_err(at("the scratch directory"))?;
    }
    for name in ["tmp", "proc"] {
        made(&root.join(name), fs::create_dir_all(root.join(name)))?;
    }
    let proc = plain | MountFlags::NOEXEC;
    mount("proc", root.join("proc"), "proc", proc, None).map_err(at("proc"))?;
    // The old root goes over the new one, and away.
    made(root, std::env::set_current_dir(root))?;
    rustix::process::pivot_root(".", ".").map_err(at("pivot_root"))?;
    unmount(".", UnmountFlags::DETACH).map_err(at("the old root"))?;
    made(Path::new("/"), std::env::set_current_dir("/"))?;
    let mounts = fs::read("/proc/self/mountinfo");
    let mounts = mounts.map_err(|e| ("mountinfo".to_owned(), e))?;
    for (place, flags) in parse_mounts(&mounts) {
        if place != job.directory && place != Path::new("/proc") {
            let flags = flags | MountFlags::BIND | MountFlags::RDONLY | MountFlags::NOSUID;
            mount_remount(&place, flags, c"").map_err(at(&place.display().to_string()))?;
        }
    }
    made(&job.directory, std::env::set_current_dir(&job.directory))
}

/// An absolute path, below another root.
fn within(root: &Path, path: &Path) -> PathBuf {
    root.join(path.strip_prefix("/").unwrap_or(path))
}

/// The mounts of a file in the form of `/proc/self/mountinfo`: where they are, and those of their
/// flags that must not be lost when they are mounted anew.
fn parse_mounts(text: &[u8]) -> Vec<(PathBuf, MountFlags)> {
    let lines = text.split(|byte| *byte == b'\n');
    let parse = |line: &[u8]| {
        let mut words = line.split(|byte| *byte == b' ').skip(4);
        let (place, options) = (words.next()?, words.next()?);
        let flags = options.split(|byte| *byte == b',').map(|option| match option {
            b"ro" => MountFlags::RDONLY,
            b"nosuid" => MountFlags::NOSUID,
            b"nodev" => MountFlags::NODEV,
            b"noexec" => MountFlags::NOEXEC,
            b"noatime" => MountFlags::NOATIME,
            b"nodiratime" => MountFlags::NODIRATIME,
            b"relatime" => MountFlags::RELATIME,
            _ => MountFlags::empty(),
        });
        let flags = flags.fold(MountFlags::empty(), |all, flag| all | flag);
        Some((PathBuf::from(std::ffi::OsString::from_vec(unescaped(place))), flags))
    };
    lines.filter_map(parse).collect()
}

/// Spaces and the like are octal numbers there.
fn unescaped(word: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(byte) = word.get(at) {
        let octal = word.get(at + 1..at + 4).filter(|_| *byte == b'\\');
        let octal = octal.and_then(|digits| std::str::from_utf8(digits).ok());
        match octal.and_then(|digits| u8::from_str_radix(digits, 8).ok()) {
            Some(meant) => {
                out.push(meant);
                at += 4;
            }
            None => {
                out.push(*byte);
                at += 1;
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mounts_are_read_with_their_flags() {
        let text = b"36 35 98:0 / /a\\040b\\134 rw,nosuid,noatime shared:1 - ext4 /dev/x rw\n\
                     37 35 0:5 / /dev ro,nodev - tmpfs none rw\nodd\n";
        let found = parse_mounts(text);
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].0, Path::new("/a b\\"));
        assert_eq!(found[0].1, MountFlags::NOSUID | MountFlags::NOATIME);
        assert_eq!(found[1].1, MountFlags::RDONLY | MountFlags::NODEV);
    }
}
