//! The directory that tests are written to.
//!
//! Nothing is removed or replaced there but what an earlier run wrote: a directory with anything
//! else in it is refused before any work is done.

use crate::links;
use crate::test_table::ending;
use margay_analysis::{Raw, Test, TestEnd};
use std::io;
use std::path::{Path, PathBuf};

/// The list of the tests, by which the directory is known.
const LIST: &str = "tests.txt";
const HEADING: &str = "# Tests, written by `margay test`.\n";

/// The source with what the tests cover.
const COVERAGE: &str = "coverage.txt";

/// What the formats make, and what comes of running them, beside what is numbered.
const OURS: [&str; 6] = [LIST, COVERAGE, "run.sh", "program", "raw", "args"];
const IN_TEST: [&str; 3] = ["inputs.txt", "output.txt", "errors.txt"];

pub struct TestDir {
    path: PathBuf,
    /// What an earlier run left.
    earlier: Vec<PathBuf>,
}

impl TestDir {
    /// A directory that is not there yet, is empty, or holds what an earlier run wrote.
    pub fn open(path: &Path) -> Result<TestDir, String> {
        links::refuse(path).map_err(|error| format!("cannot use {}: {error}", path.display()))?;
        let earlier = match entries(path) {
            Ok(earlier) => earlier,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(format!("cannot use {}: {error}", path.display())),
        };
        if let Some(foreign) = foreign(path, &earlier) {
            return Err(format!(
                "{} holds {}, which no earlier run wrote; name another directory with --out",
                path.display(),
                foreign.strip_prefix(path).unwrap_or(&foreign).display()
            ));
        }
        Ok(TestDir { path: path.to_owned(), earlier })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Removes what an earlier run left.
    pub fn clear(&self) -> Result<(), String> {
        for entry in &self.earlier {
            let removed = match entry.is_dir() {
                true => std::fs::remove_dir_all(entry),
                false => std::fs::remove_file(entry),
            };
            removed.map_err(|error| format!("cannot remove {}: {error}", entry.display()))?;
        }
        std::fs::create_dir_all(&self.path)
            .map_err(|error| format!("cannot make {}: {error}", self.path.display()))
    }

    /// Writes the names of the tests, and how each ends.
    pub fn write_list(&self, tests: &[(String, &Test)]) -> Result<(), String> {
        let root = std::env::current_dir().unwrap_or_default();
        let lines =
            tests.iter().map(|(name, test)| format!("{name}: {}\n", ending(&test.end, &root)));
        self.write(LIST, (HEADING.to_owned() + &lines.collect::<String>()).as_bytes())
    }

    /// Writes the source with what the tests cover.
    pub fn write_coverage(&self, source: &str) -> Result<(), String> {
        self.write(COVERAGE, source.as_bytes())
    }

    pub fn write_raw(&self, name: &str, raw: &Raw) -> Result<(), String> {
        self.write(&format!("raw/{name}"), &raw.bytes)?;
        match &raw.arguments {
            Some(arguments) => self.write(&format!("args/{name}.args"), arguments),
            None => Ok(()),
        }
    }

    /// Beside the file itself, a fault has one that says what it is, as KLEE's have.
    pub fn write_ktest(&self, name: &str, bytes: &[u8], end: &TestEnd) -> Result<(), String> {
        self.write(&format!("{name}.ktest"), bytes)?;
        let TestEnd::Fault { rule, location } = end else { return Ok(()) };
        let mut text = format!("Error: {rule}\n");
        if let Some(place) = location {
            text += &format!("File: {}\nLine: {}\n", place.file.display(), place.line);
        }
        self.write(&format!("{name}.{rule}.err"), text.as_bytes())
    }

    fn write(&self, name: &str, bytes: &[u8]) -> Result<(), String> {
        let file = self.path.join(name);
        let directory = file.parent().unwrap_or(&self.path);
        std::fs::create_dir_all(directory)
            .and_then(|()| std::fs::write(&file, bytes))
            .map_err(|error| format!("cannot write {}: {error}", file.display()))
    }
}

fn entries(directory: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found: Vec<PathBuf> =
        std::fs::read_dir(directory)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    found.sort();
    Ok(found)
}

/// Something in a directory that no earlier run wrote.
fn foreign(directory: &Path, found: &[PathBuf]) -> Option<PathBuf> {
    let list = std::fs::read_to_string(directory.join(LIST)).unwrap_or_default();
    if !list.starts_with(HEADING) {
        return found.first().cloned();
    }
    found.iter().find_map(|entry| {
        if !is_ours(entry) {
            return Some(entry.clone());
        }
        let name = name(entry);
        let within = entries(entry).unwrap_or_default();
        within.into_iter().find(|inner| match name {
            "raw" | "args" => !is_numbered(inner),
            _ => !IN_TEST.contains(&self::name(inner)) && !self::name(inner).starts_with("stream-"),
        })
    })
}

fn is_ours(entry: &Path) -> bool {
    let name = name(entry);
    let is_object = name.strip_suffix(".o").is_some_and(|stem| stem.parse::<u32>().is_ok());
    let is_harness = name.starts_with("margay_") && (name.ends_with(".c") || name.ends_with(".o"));
    OURS.contains(&name) || is_object || is_harness || is_numbered(entry)
}

/// Whether it is called after a test.
fn is_numbered(entry: &Path) -> bool {
    let number = name(entry).strip_prefix("test").and_then(|rest| rest.split('.').next());
    number.is_some_and(|number| number.len() >= 6 && number.bytes().all(|c| c.is_ascii_digit()))
}

fn name(entry: &Path) -> &str {
    entry.file_name().and_then(|name| name.to_str()).unwrap_or_default()
}
