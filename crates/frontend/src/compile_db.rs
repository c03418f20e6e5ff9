//! Compile databases: which files a build compiles, where and how.
//!
//! The format is clang's `compile_commands.json`. The commands that `--build`
//! records take the same shape, so the rest of the front end knows one kind only.
//! A database has at most one command for each file, and keeps their order.

use crate::flags::{self, LeftOut};
use crate::load::io_reason;
use crate::regular;
use serde::Deserialize;
use std::collections::HashMap;
use std::fmt;
use std::path::{Component, Path, PathBuf};

pub const FILE_NAME: &str = "compile_commands.json";

/// How a build compiles one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompileCommand {
    /// Where the compiler ran; relative names in the flags are relative to it.
    pub directory: PathBuf,
    /// The source as the command names it, perhaps relative to `directory`.
    pub file: PathBuf,
    /// Flags that matter for the meaning of the source.
    pub flags: Vec<String>,
    /// Flags that are not among these, though they may matter or do harm.
    pub left_out: Vec<LeftOut>,
    /// The compiler is one for C++, whatever the file is called.
    pub cplusplus: bool,
}

impl CompileCommand {
    /// The source as an absolute path, without `.` and `..`.
    pub fn path(&self) -> PathBuf {
        normalize(&self.directory.join(&self.file))
    }
}

/// The commands of one build.
#[derive(Clone, Debug, Default)]
pub struct CompileDb {
    commands: Vec<CompileCommand>,
    by_path: HashMap<PathBuf, usize>,
    repeated: Vec<PathBuf>,
}

/// A database that cannot be read.
#[derive(Debug)]
pub struct DbError {
    pub file: PathBuf,
    pub reason: String,
}

impl fmt::Display for DbError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot read the compile database {}: {}", self.file.display(), self.reason)
    }
}

impl std::error::Error for DbError {}

impl CompileDb {
    /// Reads a `compile_commands.json`, or the one in a directory.
    pub fn read(path: &Path) -> Result<Self, DbError> {
        let file = if path.is_dir() { path.join(FILE_NAME) } else { path.to_owned() };
        let fail = |reason: String| DbError { file: file.clone(), reason };
        let text = regular::read_text(&file).map_err(|e| fail(io_reason(&e)))?;
        let absolute = std::path::absolute(&file).map_err(|e| fail(io_reason(&e)))?;
        let home = absolute.parent().unwrap_or(Path::new("/"));
        Self::parse(&text, home).map_err(fail)
    }

    /// The nearest database in `start` or a directory above it. A `build` directory on
    /// the way counts as part of its parent, as it does for clangd.
    pub fn nearest(start: &Path) -> Option<PathBuf> {
        let start = std::path::absolute(start).ok()?;
        start
            .ancestors()
            .flat_map(|dir| [dir.join(FILE_NAME), dir.join("build").join(FILE_NAME)])
            .find(|file| file.is_file())
    }

    fn parse(text: &str, home: &Path) -> Result<Self, String> {
        let entries: Vec<Entry> = serde_json::from_str(text).map_err(|e| e.to_string())?;
        let mut db = CompileDb::default();
        for (index, entry) in entries.into_iter().enumerate() {
            let arguments = match (entry.arguments, entry.command) {
                (Some(arguments), _) => arguments,
                (None, Some(command)) => shlex::split(&command)
                    .ok_or_else(|| format!("entry {index} has an open quote in its `command`"))?,
                (None, None) => {
                    return Err(format!("entry {index} has neither `arguments` nor `command`"));
                }
            };
            let directory = normalize(&home.join(entry.directory));
            db.add_entry(directory, entry.file, &arguments);
        }
        Ok(db)
    }

    /// Adds the command for the one file that a database's entry is about.
    fn add_entry(&mut self, directory: PathBuf, file: PathBuf, arguments: &[String]) {
        let (compiler, rest) = split_compiler(arguments);
        let flags::Parsed { flags, left_out, .. } = flags::of_build(rest, &directory);
        let cplusplus = is_cplusplus(compiler);
        self.push(CompileCommand { directory, file, flags, left_out, cplusplus });
    }

    /// Adds what a recorded compiler call compiles, which may be several files or none.
    pub fn add_call(&mut self, directory: PathBuf, arguments: &[String]) {
        let (compiler, rest) = split_compiler(arguments);
        let parsed = flags::of_build(rest, &directory);
        if parsed.no_code {
            return;
        }
        for source in parsed.sources {
            self.push(CompileCommand {
                directory: directory.clone(),
                file: source.into(),
                flags: parsed.flags.clone(),
                left_out: parsed.left_out.clone(),
                cplusplus: is_cplusplus(compiler),
            });
        }
    }

    fn push(&mut self, command: CompileCommand) {
        let path = command.path();
        if let Some(&first) = self.by_path.get(&path) {
            if self.commands[first] != command && !self.repeated.contains(&path) {
                self.repeated.push(path);
            }
            return;
        }
        self.by_path.insert(path, self.commands.len());
        self.commands.push(command);
    }

    /// The same commands in the order of their files.
    pub fn sorted(mut self) -> Self {
        self.commands.sort_by_cached_key(CompileCommand::path);
        let paths = self.commands.iter().map(CompileCommand::path);
        self.by_path = paths.enumerate().map(|(index, path)| (path, index)).collect();
        self
    }

    pub fn commands(&self) -> &[CompileCommand] {
        &self.commands
    }

    /// The command for a file, by any of its names.
    pub fn find(&self, file: &Path) -> Option<&CompileCommand> {
        let absolute = normalize(&std::path::absolute(file).ok()?);
        let real = || absolute.canonicalize().ok();
        let index = self.by_path.get(&absolute).or_else(|| self.by_path.get(&real()?))?;
        Some(&self.commands[*index])
    }

    /// Files that are compiled more than once, in different ways; the first way counts.
    pub fn repeated(&self) -> &[PathBuf] {
        &self.repeated
    }
}

#[derive(Deserialize)]
struct Entry {
    directory: PathBuf,
    file: PathBuf,
    arguments: Option<Vec<String>>,
    command: Option<String>,
}

/// The compiler of a call and its arguments; a launcher such as ccache is skipped.
fn split_compiler(arguments: &[String]) -> (&str, &[String]) {
    const LAUNCHERS: [&str; 4] = ["ccache", "sccache", "distcc", "icecc"];
    let mut rest = arguments;
    while let Some((first, more)) = rest.split_first() {
        if LAUNCHERS.contains(&base_name(first)) && !more.is_empty() {
            rest = more;
        } else {
            return (first, more);
        }
    }
    ("", &[])
}

fn base_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// `g++`, `clang++-19`, `x86_64-linux-gnu-c++`.
fn is_cplusplus(compiler: &str) -> bool {
    base_name(compiler).contains("++")
}

/// Removes `.` and `..` by name alone, so that it also serves for files that are gone.
pub fn normalize(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                out.pop();
            }
            part => out.push(part),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(json: &str, file: &str, flags: &[&str]) {
        let db = CompileDb::parse(json, Path::new("/home/db")).expect("a valid database");
        let command = db.find(Path::new(file)).expect("a command for the file");
        assert_eq!(command.flags, flags);
    }

    #[test]
    fn both_forms_of_a_command() {
        check(
            r#"[{"directory":"/p","file":"src/a.c","arguments":["cc","-DX=a b","-c","src/a.c"]}]"#,
            "/p/src/a.c",
            &["-DX=a b"],
        );
        check(
            r#"[{"directory":"/p/b","file":"../a.c",
                 "command":"ccache /usr/bin/gcc -DX=\"a b\" -D'Y=\"q\"' -I.. -c ../a.c","output":"a.o"}]"#,
            "/p/a.c",
            &["-DX=a b", "-DY=\"q\"", "-I.."],
        );
    }

    #[test]
    fn a_relative_directory_starts_at_the_database() {
        check(
            r#"[{"directory":"sub","file":"a.c","command":"cc -c a.c"}]"#,
            "/home/db/sub/a.c",
            &[],
        );
    }

    #[test]
    fn the_first_of_two_commands_counts_and_the_file_is_named() {
        let json = r#"[{"directory":"/p","file":"a.c","command":"cc -DONE -c a.c"},
                       {"directory":"/p","file":"./a.c","command":"cc -DTWO -c a.c"}]"#;
        check(json, "/p/a.c", &["-DONE"]);
        let db = CompileDb::parse(json, Path::new("/")).expect("a valid database");
        assert_eq!(db.repeated(), [PathBuf::from("/p/a.c")]);
    }

    #[test]
    fn what_is_wrong_with_a_database_is_said() {
        let fail = |json| CompileDb::parse(json, Path::new("/")).expect_err("an error");
        assert!(fail("{").contains("line 1"));
        assert!(fail(r#"[{"directory":"/","file":"a.c"}]"#).contains("neither"));
        assert!(fail(r#"[{"directory":"/","file":"a.c","command":"cc 'x"}]"#).contains("quote"));
    }
}
