//! `--html`: the report of a check as a folder of pages.
//!
//! The folder has a list of the files that Margay wrote. A folder that has none and is not empty is the user's own, and
//! left alone; of one that has, no more is removed than what the list names.

use crate::links;
use crate::output::Failure;
use margay_ir::finding::{Outcome, Rule};
use margay_report::Sources;
use margay_report::html::{HtmlOptions, Test, render};
use std::collections::BTreeSet;
use std::io::{self, ErrorKind};
use std::path::{Component, Path, PathBuf};

/// Names the files of a report.
const LIST: &str = "assets/files.txt";
/// Its first line.
const TITLE: &str = "Files of a report by Margay:";

/// A folder that a report can be written to.
pub struct Folder {
    directory: PathBuf,
    /// What an earlier report left there.
    old: BTreeSet<String>,
}

impl Folder {
    /// Makes the folder, or makes sure that it is one of ours: before the work is done, not after it.
    pub fn new(directory: &Path) -> Result<Folder, Failure> {
        let name = directory.display();
        let fail = |error: io::Error| Failure::Tool(format!("cannot write {name}: {error}"));
        links::refuse(directory).map_err(fail)?;
        let list = margay_report::disk(&directory.join(LIST))
            .and_then(|list| String::from_utf8(list).ok());
        let list = match list {
            Some(list) if list.lines().next() == Some(TITLE) => Some(list),
            _ => None,
        };
        let is_empty = match std::fs::read_dir(directory) {
            Ok(mut entries) => entries.next().is_none(),
            Err(error) if error.kind() == ErrorKind::NotFound => true,
            Err(error) => return Err(fail(error)),
        };
        if list.is_none() && !is_empty {
            return Err(Failure::Tool(format!(
                "--html does not write to {name}: it is not empty, and no report of Margay"
            )));
        }
        let old = list.iter().flat_map(|list| list.lines().skip(1)).map(str::to_owned).collect();
        let folder = Folder { directory: directory.to_owned(), old };
        folder.put_list(&folder.old).map_err(fail)?;
        Ok(folder)
    }

    /// The page to open.
    pub fn index(&self) -> PathBuf {
        self.directory.join("index.html")
    }

    /// Where the tests of findings belong.
    pub fn tests(&self) -> PathBuf {
        self.directory.join("tests")
    }

    /// Writes the pages, and removes those of the report before that are none of this one.
    pub fn write(
        &self,
        outcome: &Outcome,
        rules: &[&'static Rule],
        sources: &dyn Sources,
        options: &HtmlOptions,
    ) -> Result<(), Failure> {
        let mut written = BTreeSet::new();
        for test in options.tests.iter().flatten() {
            if let Test::Written { name, files, .. } = test {
                written.extend(files.iter().map(|file| format!("tests/{name}/{file}")));
            }
        }
        let done = render(outcome, rules, sources, options, &mut |name, bytes| {
            written.insert(name.to_owned());
            self.put(name, bytes)
        });
        let done = done.and_then(|()| self.put_list(&written));
        done.map_err(|error| {
            Failure::Tool(format!("cannot write {}: {error}", self.directory.display()))
        })?;
        for name in self.old.difference(&written).filter(|name| is_inside(name)) {
            let file = self.directory.join(name);
            if links::refuse_below(&self.directory, file.parent().unwrap_or(&file)).is_err() {
                continue;
            }
            // A file that was removed already, or cannot be removed, does no harm: no page leads there.
            let _ = std::fs::remove_file(&file);
            if name.starts_with("tests/") {
                let _ = file.parent().map(std::fs::remove_dir);
            }
        }
        Ok(())
    }

    fn put_list(&self, names: &BTreeSet<String>) -> io::Result<()> {
        let lines = std::iter::once(TITLE).chain(names.iter().map(String::as_str));
        let text: String = lines.map(|line| format!("{line}\n")).collect();
        self.put(LIST, text.as_bytes())
    }

    fn put(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let file = self.directory.join(name);
        links::refuse_below(&self.directory, &file)?;
        if let Some(parent) = file.parent() {
            std::fs::create_dir_all(parent)?;
        }
        std::fs::write(file, bytes)
    }
}

/// What a report is about: the inputs as they were given, or else the directory.
pub fn title(files: &[PathBuf], root: &Path) -> String {
    let name = |path: &Path| path.display().to_string();
    match files {
        [file] if file.as_os_str() != "." => name(file),
        [first, rest @ ..] if !rest.is_empty() => {
            format!("{} and {} more", name(first), rest.len())
        }
        _ => root.file_name().map_or_else(|| name(root), |last| name(Path::new(last))),
    }
}

/// Whether a listed name is one that a report has. A list may have been tampered with.
fn is_inside(name: &str) -> bool {
    let path = Path::new(name);
    let plain = path.components().all(|part| matches!(part, Component::Normal(_)));
    let folder = path.components().next().map(|part| part.as_os_str().to_owned());
    let ours = ["findings", "sources", "tests", "assets"];
    plain && folder.is_some_and(|folder| ours.iter().any(|our| folder == *our))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(directory: &Path) -> Folder {
        Folder::new(directory).unwrap_or_else(|_| panic!("a folder that can be written"))
    }

    #[test]
    fn a_folder_of_somebody_else_is_left_alone() {
        let scratch = tempfile::tempdir().expect("a scratch directory");
        let theirs = scratch.path().join("index.html");
        std::fs::write(&theirs, "mine").expect("a file");
        let Err(Failure::Tool(why)) = Folder::new(scratch.path()) else { panic!("refused") };
        assert!(why.ends_with("it is not empty, and no report of Margay"), "{why}");
        assert!(matches!(Folder::new(&theirs), Err(Failure::Tool(_))));
        assert_eq!(std::fs::read_to_string(&theirs).expect("still there"), "mine");
    }

    #[test]
    fn only_what_is_listed_is_removed() {
        let scratch = tempfile::tempdir().expect("a scratch directory");
        let directory = scratch.path().join("a/report");
        let put = |name: &str| folder(&directory).put(name, b"x").expect("written");
        put("findings/old.html");
        put("findings/mine.txt");
        let listed = ["findings/old.html", "../outside", "index.html", "/etc/passwd"];
        let listed = listed.map(str::to_owned).into_iter().collect();
        folder(&directory).put_list(&listed).expect("written");
        std::fs::write(scratch.path().join("a/outside"), "x").expect("a file");
        let (outcome, options) = (Outcome::default(), HtmlOptions::default());
        let nothing = |_: &Path| None;
        let done = folder(&directory).write(&outcome, &[], &nothing, &options);
        assert!(done.is_ok());
        let is_there = |name: &str| directory.join(name).exists();
        assert!(is_there("index.html") && is_there("assets/report.css"));
        assert!(is_there("findings/mine.txt") && is_there("../outside"));
        assert!(!is_there("findings/old.html"));
    }
}
