//! `--build CMD`: runs a build and records the compiler calls it makes.
//!
//! Scripts named like the compilers stand first in the build's PATH. Each writes its
//! directory and arguments into a file of its own, so that parallel builds cannot
//! mix two calls, takes itself out of PATH and becomes the real compiler. The build
//! sees no difference and nothing is written into its tree.

use crate::child::{self, Stop};
use crate::clang::{in_path, is_executable};
use crate::compile_db::CompileDb;
use std::collections::BTreeSet;
use std::env;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};

#[derive(Debug)]
pub enum RecordError {
    /// The scratch directory or the shell failed.
    Io(io::Error),
    BuildFailed {
        command: String,
        status: ExitStatus,
    },
    NothingRecorded {
        command: String,
    },
    Interrupted,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordError::Io(e) => write!(f, "cannot record the build: {e}"),
            RecordError::BuildFailed { command, status } => {
                write!(f, "the build `{command}` failed with {status}")
            }
            RecordError::Interrupted => f.write_str("the build was interrupted"),
            RecordError::NothingRecorded { command } => write!(
                f,
                "the build `{command}` compiled nothing that Margay could see; clean it first, \
                 and let it call the compiler by name (`gcc`, not `/usr/bin/gcc`)"
            ),
        }
    }
}

impl std::error::Error for RecordError {}

impl From<io::Error> for RecordError {
    fn from(e: io::Error) -> Self {
        RecordError::Io(e)
    }
}

/// Runs a shell command in `directory` and returns the compilations it made, in the
/// order of their files: a parallel build has no other order that stays the same.
pub fn record(command: &str, directory: &Path, stop: &Stop) -> Result<CompileDb, RecordError> {
    let scratch = crate::Scratch::new("build")?;
    let (wrappers, calls) = (scratch.path().join("bin"), scratch.path().join("calls"));
    fs::create_dir(&wrappers)?;
    fs::create_dir(&calls)?;
    let path = env::var_os("PATH").unwrap_or_default();
    for name in compilers_in(&path) {
        write_wrapper(&wrappers.join(name), &wrappers, &calls)?;
    }
    let mut shell = Command::new("sh");
    shell
        .args(["-c", command])
        .current_dir(directory)
        .env("PATH", prepend(&wrappers, &path))
        .stdin(Stdio::null())
        // Standard output belongs to Margay's own answer.
        .stdout(stderr_handle()?);
    let status = child::status(shell, stop)?.ok_or(RecordError::Interrupted)?;
    if !status.success() {
        return Err(RecordError::BuildFailed { command: command.to_owned(), status });
    }
    let db = read_calls(&calls)?;
    if db.commands().is_empty() {
        return Err(RecordError::NothingRecorded { command: command.to_owned() });
    }
    Ok(db)
}

/// Names of C compilers that a build on this machine may call.
fn compilers_in(path: &OsStr) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for dir in env::split_paths(path) {
        let Ok(entries) = fs::read_dir(&dir) else { continue };
        let found = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        names.extend(found.filter(|n| is_compiler(n) && is_executable(&dir.join(n))));
    }
    names.retain(|name| in_path(name, path).is_some());
    names
}

/// `cc`, `gcc-12`, `clang-19`, `x86_64-linux-gnu-gcc-12`; but not a cross compiler, whose
/// code is for another machine, and not `gcc-ar`.
fn is_compiler(name: &str) -> bool {
    let native = format!("{}-", env::consts::ARCH);
    let plain = match name.strip_prefix(&native) {
        Some(rest) => ["gcc", "cc", "clang"]
            .iter()
            .find_map(|base| rest.rfind(&format!("-{base}")).map(|at| &rest[at + 1..]))
            .unwrap_or(rest),
        None => name,
    };
    let (base, version) = plain.split_once('-').unwrap_or((plain, ""));
    matches!(base, "cc" | "gcc" | "clang" | "c99" | "c89")
        && version.bytes().all(|b| b.is_ascii_digit() || b == b'.')
}

fn write_wrapper(file: &Path, wrappers: &Path, calls: &Path) -> io::Result<()> {
    let quote = |path: &Path| {
        let text = path.to_str().ok_or_else(|| io::Error::other("a temporary path is not text"))?;
        let quoted = shlex::try_quote(text).map_err(io::Error::other)?;
        Ok::<_, io::Error>(quoted.into_owned())
    };
    let script =
        WRAPPER.replace("@WRAPPERS@", &quote(wrappers)?).replace("@CALLS@", &quote(calls)?);
    fs::write(file, script)?;
    make_executable(file)
}

/// `printf '%s\0'` keeps any argument whole, quotes and newlines included. Taking the
/// wrappers out of PATH also ends the chase where ccache stands later in PATH and looks
/// for "the next gcc".
const WRAPPER: &str = r#"#!/bin/sh
# Records this compiler call for Margay, then becomes the real compiler.
wrappers=@WRAPPERS@
name=${0##*/}
if file=$(mktemp @CALLS@/XXXXXXXXXX); then
    printf '%s\0' "$(pwd)" "$name" "$@" >"$file"
fi
set -f
IFS=:
rest= real=
for dir in $PATH; do
    [ "$dir" = "$wrappers" ] && continue
    rest=$rest${rest:+:}${dir:-.}
    if [ -z "$real" ] && [ -f "${dir:-.}/$name" ] && [ -x "${dir:-.}/$name" ]; then
        real=${dir:-.}/$name
    fi
done
unset IFS
if [ -z "$real" ]; then
    echo "margay: error: the build calls $name, which is no longer in its PATH" >&2
    exit 127
fi
PATH=$rest
export PATH
exec "$real" "$@"
"#;

fn read_calls(calls: &Path) -> io::Result<CompileDb> {
    let mut recorded: Vec<Vec<String>> = Vec::new();
    for entry in fs::read_dir(calls)? {
        let bytes = fs::read(entry?.path())?;
        // Names that are not UTF-8 cannot be spelled in a database either; clang will
        // say that it does not find the file.
        let fields = bytes.split(|b| *b == 0).map(|f| String::from_utf8_lossy(f).into_owned());
        let mut fields: Vec<String> = fields.collect();
        fields.pop();
        recorded.push(fields);
    }
    recorded.sort();
    let mut db = CompileDb::default();
    for call in &recorded {
        if let Some((directory, arguments)) = call.split_first() {
            db.add_call(PathBuf::from(directory), arguments);
        }
    }
    Ok(db.sorted())
}

fn prepend(dir: &Path, path: &OsStr) -> OsString {
    let mut out = OsString::from(dir);
    out.push(":");
    out.push(path);
    out
}

#[cfg(unix)]
fn make_executable(file: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(file, PermissionsExt::from_mode(0o755))
}

#[cfg(not(unix))]
fn make_executable(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(unix)]
fn stderr_handle() -> io::Result<Stdio> {
    use std::os::fd::AsFd;
    Ok(io::stderr().as_fd().try_clone_to_owned()?.into())
}

#[cfg(not(unix))]
fn stderr_handle() -> io::Result<Stdio> {
    Ok(Stdio::null())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_compilers() {
        let native = format!("{}-linux-gnu-gcc-12", env::consts::ARCH);
        for name in ["cc", "gcc", "gcc-12", "clang", "clang-19", "c99", native.as_str()] {
            assert!(is_compiler(name), "{name}");
        }
        for name in ["g++", "gcc-ar", "clang-format", "clang-format-19", "ccache", "sparc-gcc"] {
            assert!(!is_compiler(name), "{name}");
        }
    }
}
