//! Directories that another process may change meanwhile, opened by name within one that is open.
//!
//! Invariant: no link is followed, and a mode is changed only of the very directory that was opened. A path that is
//! examined twice may lead to two places.

use rustix::fs::{Mode, OFlags};
use rustix::io::Errno;
use std::os::fd::{AsFd, OwnedFd};

/// Opens a directory to read it.
pub fn open_directory(at: impl AsFd, name: impl rustix::path::Arg) -> Result<OwnedFd, Errno> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    rustix::fs::openat(at, name, flags, Mode::empty())
}

/// Opens a directory to read it, whose owner may have left himself no right to it.
pub fn open_closed_directory(
    at: impl AsFd,
    name: impl rustix::path::Arg,
) -> Result<OwnedFd, Errno> {
    let handle = give_rights(at, name)?;
    open_directory(&handle, ".")
}

/// Gives the owner of a directory all rights to it, as far as this user may.
#[cfg(target_os = "linux")]
pub fn give_rights(at: impl AsFd, name: impl rustix::path::Arg) -> Result<OwnedFd, Errno> {
    use std::os::fd::AsRawFd;
    // Such a descriptor needs no right to the directory. It names what was found there, whatever
    // takes its place, and only the link to it in `/proc` can be given a mode.
    let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let handle = rustix::fs::openat(at, name, flags, Mode::empty())?;
    let mode = Mode::from_raw_mode(rustix::fs::fstat(&handle)?.st_mode);
    if !mode.contains(Mode::RWXU) {
        let _ = rustix::fs::chmod(format!("/proc/self/fd/{}", handle.as_raw_fd()), Mode::RWXU);
    }
    Ok(handle)
}

/// Where no descriptor goes without rights, there is a call that follows no link.
#[cfg(not(target_os = "linux"))]
pub fn give_rights(at: impl AsFd, name: impl rustix::path::Arg) -> Result<OwnedFd, Errno> {
    use rustix::fs::AtFlags;
    name.into_with_c_str(|name| {
        let found = rustix::fs::statat(&at, name, AtFlags::SYMLINK_NOFOLLOW)?;
        if !Mode::from_raw_mode(found.st_mode).contains(Mode::RWXU) {
            let _ = rustix::fs::chmodat(&at, name, Mode::RWXU, AtFlags::SYMLINK_NOFOLLOW);
        }
        open_directory(&at, name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustix::fs::CWD;
    use std::os::unix::fs::{PermissionsExt, symlink};

    #[test]
    fn rights_are_given_to_directories_and_not_through_links() {
        let place = tempfile::tempdir().expect("a scratch directory");
        let mode = |name: &str| {
            let found = place.path().join(name).metadata().expect("it is there");
            found.permissions().mode() & 0o777
        };
        for name in ["closed", "other"] {
            let path = place.path().join(name);
            std::fs::create_dir(&path).expect("a directory");
            let none = std::fs::Permissions::from_mode(0o000);
            std::fs::set_permissions(&path, none).expect("a mode");
        }
        symlink(place.path().join("other"), place.path().join("link")).expect("a link");
        let top = open_directory(CWD, place.path()).expect("it opens");
        open_closed_directory(&top, "closed").expect("it opens");
        assert!(open_closed_directory(&top, "link").is_err());
        assert_eq!((mode("closed"), mode("other")), (0o700, 0o000));
        drop(open_closed_directory(&top, "other"));
    }
}
