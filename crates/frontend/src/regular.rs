//! Reading files that a repository names: only what is a file, and no more than a bound.
//!
//! Invariant: no call here waits for a writer, reads a device, or takes in more than [`LARGEST`] bytes. A pipe, a
//! socket or a device may carry any name, and a file with a hole in it any size.

use rustix::fs::{Mode, OFlags};
use std::fs::{self, Metadata};
use std::io::{self, Read};
use std::path::Path;

/// The largest file that is read.
pub const LARGEST: u64 = 256 << 20;

/// What a file holds.
pub fn read(file: &Path) -> io::Result<Vec<u8>> {
    // What is examined is what is read. A socket cannot be opened.
    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::CLOEXEC | OFlags::NOCTTY;
    let opened = rustix::fs::open(file, flags, Mode::empty()).map(fs::File::from);
    let found = opened.as_ref().ok().map_or_else(|| fs::metadata(file), fs::File::metadata)?;
    if let Some(why) = refusal(&found) {
        return Err(io::Error::other(why));
    }
    let mut bytes = Vec::new();
    opened?.take(LARGEST + 1).read_to_end(&mut bytes)?;
    // It may have grown since.
    match bytes.len() as u64 > LARGEST {
        true => Err(io::Error::other(too_large())),
        false => Ok(bytes),
    }
}

/// What a file of text holds.
pub fn read_text(file: &Path) -> io::Result<String> {
    String::from_utf8(read(file)?).map_err(|_| io::Error::other("it is not UTF-8"))
}

/// Why something is not read, if it is not, in words that follow "it is".
pub fn refusal(found: &Metadata) -> Option<String> {
    let kind = found.file_type();
    if kind.is_dir() {
        return Some("it is a directory, not a file".to_owned());
    }
    if !kind.is_file() {
        return Some(format!("it is {}, not a file", odd(kind)));
    }
    (found.len() > LARGEST).then(too_large)
}

fn too_large() -> String {
    format!("it is larger than {} MB", LARGEST >> 20)
}

#[cfg(unix)]
fn odd(kind: fs::FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    if kind.is_fifo() {
        "a named pipe"
    } else if kind.is_socket() {
        "a socket"
    } else {
        "a device"
    }
}

#[cfg(not(unix))]
fn odd(_: fs::FileType) -> &'static str {
    "a device"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_of_a_bounded_size_are_read() {
        let dir = tempfile::tempdir().expect("a scratch directory");
        let file = dir.path().join("x");
        let why = |file: &Path| read(file).expect_err("it is refused").to_string();
        fs::write(&file, "text").expect("a file");
        assert_eq!(read_text(&file).expect("it is read"), "text");
        assert_eq!(why(dir.path()), "it is a directory, not a file");
        assert_eq!(why(Path::new("/dev/zero")), "it is a device, not a file");
        let socket = dir.path().join("socket");
        let _listener = std::os::unix::net::UnixListener::bind(&socket).expect("a socket");
        assert_eq!(why(&socket), "it is a socket, not a file");
        let pipe = dir.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs");
        assert!(made.success());
        assert_eq!(why(&pipe), "it is a named pipe, not a file");
        let sparse = fs::File::create(&file).expect("a file");
        sparse.set_len(4 << 30).expect("a hole");
        assert_eq!(why(&file), "it is larger than 256 MB");
    }
}
