//! Every program of tests/check, tests/function, tests/threads and tests/flow is told what it does wrong, and
//! its repaired twin nothing.

use crate::run::Case;
use libtest_mimic::{Failed, Trial};
use std::path::{Path, PathBuf};

/// What begins the names of the tests, and the folder below tests that has their programs.
const ROOTS: &[(&str, &str)] = &[
    ("corpus", "check"),
    ("information", "flow"),
    ("function", "function"),
    ("threads", "threads"),
];

pub fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for (group, root) in ROOTS {
        let programs = programs(root);
        let all = programs.clone();
        let name = format!("{group}::is_consistent");
        trials.push(Trial::test(name, move || consistent(&all)));
        for path in programs {
            let rule = stem(path.parent().expect("a rule's folder"));
            let name = format!("{group}::{rule}::{}", stem(&path));
            trials.push(Trial::test(name, move || Case::read(&path)?.check()));
        }
    }
    trials
}

/// All programs of a folder below tests, in order.
pub fn programs(root: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests").join(root);
    let folders = entries(&root).into_iter().filter(|path| path.is_dir());
    let found = folders.flat_map(|folder| entries(&folder));
    found.filter(|path| path.is_dir() || has_extension(path, "c")).collect()
}

/// Programs come in pairs, in folders named for rules; the faulty ones expect
/// something and the others nothing.
fn consistent(programs: &[PathBuf]) -> Result<(), Failed> {
    let mut wrong = Vec::new();
    for path in programs {
        let name = path.display();
        let rule = stem(path.parent().expect("a rule's folder"));
        let case = Case::read(path)?;
        let expects = &case.expectations;
        let (base, twin) = match stem(path) {
            stem if stem.ends_with("_bad") => {
                if !expects.expected.iter().chain(&expects.missing).any(|p| p.rule == rule) {
                    wrong.push(format!("{name} does not expect {rule}"));
                }
                (stem.trim_end_matches("_bad").to_owned(), "ok")
            }
            stem if stem.ends_with("_ok") => {
                if !expects.expected.is_empty() {
                    wrong.push(format!("{name} expects something"));
                }
                (stem.trim_end_matches("_ok").to_owned(), "bad")
            }
            _ => {
                wrong.push(format!("{name} is neither _bad nor _ok"));
                continue;
            }
        };
        let suffix = if path.is_dir() { "" } else { ".c" };
        if !path.with_file_name(format!("{base}_{twin}{suffix}")).exists() {
            wrong.push(format!("{name} has no twin"));
        }
        if margay_checkers::rule(&rule).is_none() {
            wrong.push(format!("{name}: there is no rule `{rule}`"));
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("a folder of the corpus")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    paths
}

fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|e| e == extension)
}

pub fn stem(path: &Path) -> String {
    path.file_stem().expect("a named file").to_string_lossy().into_owned()
}
