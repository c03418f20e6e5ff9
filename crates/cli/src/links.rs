//! Writing where the user said, and nowhere else: a repository may bring a link that is named like a report.
//!
//! Invariant: nothing is written through a link that lies in the working directory or in a folder of
//! reports. What a system has, such as `/dev/stdout`, may be a link.

use std::io;
use std::path::Path;

/// Writes a file, unless a link would lead elsewhere.
pub fn write(file: &Path, bytes: &[u8]) -> io::Result<()> {
    refuse(file)?;
    std::fs::write(file, bytes)
}

/// An error if something is a link, or is reached through one in the working directory.
pub fn refuse(path: &Path) -> io::Result<()> {
    let path = std::path::absolute(path)?;
    let here = std::env::current_dir()?;
    match path.strip_prefix(&here) {
        Ok(_) => refuse_below(&here, &path),
        Err(_) if path.starts_with("/dev") || path.starts_with("/proc") => Ok(()),
        Err(_) => refuse_below(path.parent().unwrap_or(Path::new("/")), &path),
    }
}

/// An error if a directory on the way from a root to something is a link, or that itself.
pub fn refuse_below(root: &Path, path: &Path) -> io::Result<()> {
    let below = path.ancestors().take_while(|above| *above != root && above.starts_with(root));
    for above in below {
        if above.symlink_metadata().is_ok_and(|found| found.is_symlink()) {
            let words =
                format!("{} is a link, and nothing is written through links", above.display());
            return Err(io::Error::other(words));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_written_through_links() {
        let dir = tempfile::tempdir().expect("a scratch directory");
        let [file, link, folder] = ["file", "link", "folder"].map(|name| dir.path().join(name));
        write(&file, b"before").expect("it is written");
        std::os::unix::fs::symlink(&file, &link).expect("a link");
        std::os::unix::fs::symlink(dir.path(), &folder).expect("a link");
        let error = write(&link, b"after").expect_err("it is refused").to_string();
        assert!(error.ends_with("link is a link, and nothing is written through links"), "{error}");
        assert!(refuse_below(dir.path(), &folder.join("new")).is_err());
        assert_eq!(std::fs::read(&file).expect("it is there"), b"before");
        assert!(write(Path::new("/dev/stderr"), b"").is_ok());
    }
}
