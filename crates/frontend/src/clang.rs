//! Finding the clang that compiles the user's code.
//!
//! Margay links no LLVM; whatever clang from version 15 on the user has will do.
//! A [`ClangInfo`] always names a compiler that has answered `--version` with a
//! version we accept. A clang that answered once is not asked again while its file stays the same: that
//! takes longer than to check a small program.

use crate::cache::{Cache, CacheOptions, Hash};
use std::env;
use std::ffi::OsStr;
use std::fmt;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

/// The oldest major version whose bitcode the reader understands.
pub const OLDEST: u32 = 15;
/// The newest major version that is looked for under its versioned name.
const NEWEST: u32 = 30;

/// A clang that is known to work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClangInfo {
    /// Absolute, so that it means the same in any directory.
    pub path: PathBuf,
    pub major: u32,
    /// The first line of `--version`, which names the vendor's build too.
    pub version: String,
}

/// Why there is no clang to work with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClangError {
    NotInPath,
    /// PATH has clang, but only this one, which is too old.
    TooOld {
        path: PathBuf,
        version: String,
    },
    /// What `$MARGAY_CLANG` names cannot be run.
    NotAClang {
        path: PathBuf,
        reason: String,
    },
}

impl fmt::Display for ClangError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClangError::NotInPath => write!(
                f,
                "no clang in PATH; install version {OLDEST} or newer (Debian, Ubuntu: `apt-get \
                 install clang-19`, Fedora: `dnf install clang`, macOS: `xcode-select --install`) \
                 or point MARGAY_CLANG at one"
            ),
            ClangError::TooOld { path, version } => write!(
                f,
                "{} is too old ({version}); install clang {OLDEST} or newer (Debian, Ubuntu: \
                 `apt-get install clang-19`) or point MARGAY_CLANG at one",
                path.display()
            ),
            ClangError::NotAClang { path, reason } => {
                write!(f, "MARGAY_CLANG is {}, which {reason}", path.display())
            }
        }
    }
}

impl std::error::Error for ClangError {}

/// The clang of `$MARGAY_CLANG`, else the newest one in PATH.
pub fn find() -> Result<ClangInfo, ClangError> {
    find_with(&Cache::open(&CacheOptions::disabled()))
}

/// The same; what a clang answered is kept in a cache. A process that asks again is told the same, as long as
/// that clang has not changed: a server asks for every text.
pub fn find_with(cache: &Cache) -> Result<ClangInfo, ClangError> {
    static LAST: Mutex<Option<(ClangInfo, SystemTime)>> = Mutex::new(None);
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    let built = |clang: &ClangInfo| clang.path.metadata().and_then(|file| file.modified()).ok();
    if let Some((clang, then)) = &*last
        && built(clang) == Some(*then)
    {
        return Ok(clang.clone());
    }
    let path = env::var_os("PATH").unwrap_or_default();
    let found = match env::var_os("MARGAY_CLANG").filter(|name| !name.is_empty()) {
        Some(name) => named(Path::new(&name), &path, cache),
        None => newest_in(&path, cache),
    }?;
    *last = built(&found).map(|built| (found.clone(), built));
    Ok(found)
}

/// All clangs in PATH that are new enough, the newest first; tests run with each.
pub fn find_all() -> Vec<ClangInfo> {
    let path = env::var_os("PATH").unwrap_or_default();
    let cache = Cache::open(&CacheOptions::disabled());
    let names = (OLDEST..=NEWEST).rev().map(|major| format!("clang-{major}"));
    let mut found: Vec<ClangInfo> = Vec::new();
    for name in std::iter::once("clang".to_owned()).chain(names) {
        if let Some(clang) = in_path(&name, &path).and_then(|file| ask(&file, &cache).ok())
            && clang.major >= OLDEST
            && found.iter().all(|other| other.major != clang.major)
        {
            found.push(clang);
        }
    }
    found.sort_by_key(|clang| std::cmp::Reverse(clang.major));
    found
}

fn named(name: &Path, path: &OsStr, cache: &Cache) -> Result<ClangInfo, ClangError> {
    let fail = |reason: String| ClangError::NotAClang { path: name.to_owned(), reason };
    let file = if name.components().count() > 1 {
        std::path::absolute(name).map_err(|e| fail(format!("cannot be resolved: {e}")))?
    } else {
        let name = name.to_string_lossy();
        in_path(&name, path).ok_or_else(|| fail("is not in PATH".to_owned()))?
    };
    let clang = ask(&file, cache).map_err(fail)?;
    if clang.major < OLDEST {
        return Err(ClangError::TooOld { path: file, version: clang.version });
    }
    Ok(clang)
}

/// Asks plain `clang` and the highest versioned name, which costs two processes at most
/// where installations are in order.
fn newest_in(path: &OsStr, cache: &Cache) -> Result<ClangInfo, ClangError> {
    let plain = in_path("clang", path).and_then(|file| ask(&file, cache).ok());
    let least = plain.as_ref().map_or(OLDEST, |clang| (clang.major + 1).max(OLDEST));
    let versioned = (least..=NEWEST)
        .rev()
        .filter_map(|major| in_path(&format!("clang-{major}"), path))
        .filter_map(|file| ask(&file, cache).ok())
        .find(|clang| clang.major >= least);
    match (versioned, plain) {
        (Some(clang), _) => Ok(clang),
        (None, Some(clang)) if clang.major >= OLDEST => Ok(clang),
        (None, Some(clang)) => Err(ClangError::TooOld { path: clang.path, version: clang.version }),
        (None, None) => Err(ClangError::NotInPath),
    }
}

/// The first program of this name in `$PATH`.
pub fn program(name: &str) -> Option<PathBuf> {
    in_path(name, &env::var_os("PATH").unwrap_or_default())
}

/// The first executable file of this name in the directories of `path`. Those that are relative are passed
/// over: in a repository they would lead to its own programs.
pub(crate) fn in_path(name: &str, path: &OsStr) -> Option<PathBuf> {
    env::split_paths(path)
        .filter(|dir| dir.is_absolute())
        .map(|dir| dir.join(name))
        .find(|file| is_executable(file))
        .and_then(|file| std::path::absolute(file).ok())
}

#[cfg(unix)]
pub(crate) fn is_executable(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.metadata().is_ok_and(|m| m.is_file() && m.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
pub(crate) fn is_executable(file: &Path) -> bool {
    file.is_file()
}

/// What a clang answers, or answered when its file was what it is now.
fn ask(file: &Path, cache: &Cache) -> Result<ClangInfo, String> {
    let info = |line: &str| {
        let major = parse_version(line)?;
        Some(ClangInfo { path: file.to_owned(), major, version: line.to_owned() })
    };
    let key = identity(file);
    if let Some(known) = key.and_then(|key| cache.note(key)).and_then(|line| info(&line)) {
        return Ok(known);
    }
    let output = Command::new(file)
        .arg("--version")
        .stdin(Stdio::null())
        .output()
        .map_err(|e| format!("cannot be run: {e}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let line = text.lines().next().unwrap_or_default().trim();
    let clang = info(line).ok_or("does not answer `--version` as clang does")?;
    if let Some(key) = key {
        cache.keep_note(key, line);
    }
    Ok(clang)
}

/// What tells a compiler from another one, and from itself after an update. A script has none: which compiler
/// it runs may change while it stays the same.
fn identity(file: &Path) -> Option<Hash> {
    let mut start = [0; 2];
    fs::File::open(file).ok()?.read_exact(&mut start).ok()?;
    if start == *b"#!" {
        return None;
    }
    let about = file.metadata().ok()?;
    let stamp = format!("{} {:?}", about.len(), about.modified().ok()?);
    let path = file.canonicalize().ok()?;
    let parts = [b"clang --version".as_slice(), path.as_os_str().as_encoded_bytes()];
    Some(Hash::of_parts(parts.into_iter().chain([stamp.as_bytes()])))
}

/// The major version in the first line of `--version`. Vendors put their name before
/// `clang version` and their build after the number.
fn parse_version(line: &str) -> Option<u32> {
    let (_, rest) = line.split_once("clang version ")?;
    let digits = rest.split(|c: char| !c.is_ascii_digit()).next()?;
    digits.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn version_lines_of_vendors() {
        for (line, major) in [
            ("Debian clang version 15.0.6", Some(15)),
            ("Debian clang version 19.1.7 (3~deb12u1)", Some(19)),
            ("Ubuntu clang version 18.1.3 (1ubuntu1)", Some(18)),
            ("Apple clang version 15.0.0 (clang-1500.3.9.4)", Some(15)),
            ("clang version 20.1.0 (https://github.com/llvm/llvm-project 24a30da)", Some(20)),
            ("clang version 21.0.0git", Some(21)),
            ("gcc (Debian 12.2.0-14) 12.2.0", None),
            ("clang version ", None),
        ] {
            assert_eq!(parse_version(line), major, "{line}");
        }
    }

    #[test]
    fn what_a_program_answered_is_kept_while_it_stays_the_same() {
        let dir = tempfile::tempdir().expect("a scratch directory");
        let options = CacheOptions { dir: Some(dir.path().join("cache")), max_bytes: 1 << 20 };
        let cache = Cache::open(&options);
        // No program, so what is known of it can only come from the cache.
        let file = dir.path().join("clang");
        fs::write(&file, "one").expect("a file");
        assert!(ask(&file, &cache).is_err());
        let key = identity(&file).expect("a key");
        cache.keep_note(key, "clang version 19.1.7");
        assert_eq!(ask(&file, &cache).expect("an answer").major, 19);
        fs::write(&file, "another").expect("a file");
        assert!(ask(&file, &cache).is_err());
        fs::write(&file, "#!/bin/sh\n").expect("a script");
        assert_eq!(identity(&file), None);
    }

    #[cfg(unix)]
    #[test]
    fn the_newest_wins_and_an_old_one_is_named() {
        use std::os::unix::fs::PermissionsExt;
        let dir = tempfile::tempdir().expect("a scratch directory");
        let fake = |name: &str, version: &str| {
            let file = dir.path().join(name);
            std::fs::write(&file, format!("#!/bin/sh\necho 'clang version {version}'\n"))
                .expect("a script");
            std::fs::set_permissions(&file, PermissionsExt::from_mode(0o755)).expect("a mode");
        };
        let cache = Cache::open(&CacheOptions::disabled());
        let search = || newest_in(dir.path().as_os_str(), &cache);
        assert_eq!(search(), Err(ClangError::NotInPath));
        fake("clang", "14.0.6");
        assert!(matches!(search(), Err(ClangError::TooOld { .. })));
        fake("clang-16", "16.0.1");
        fake("clang-15", "15.0.6");
        assert_eq!(search().expect("clang-16").major, 16);
        fake("clang", "17.0.0");
        assert_eq!(search().expect("clang").path, dir.path().join("clang"));
    }
}
