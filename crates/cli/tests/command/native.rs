//! The programs of `tests/native`: what a native run shows can happen, Margay never says cannot.
//!
//! Each program ends in an assertion that fails, and which one depends on what C or the system leaves unspecified. The
//! program is run natively as its header says; where an assertion failed, `reach` must not answer `unreachable` for
//! that line, and `check` must not say that every path was explored without a finding.

use super::{margay, text};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Runs of one build: some systems place objects elsewhere each time.
const RUNS: usize = 4;

#[test]
fn addresses_may_be_others() {
    hold_against_native_runs("addresses", 40);
}

#[test]
fn undefined_bytes_may_be_any() {
    hold_against_native_runs("undefined", 7);
}

#[test]
fn calls_may_fail() {
    hold_against_native_runs("calls", 20);
}

/// Runs all programs of a folder, of which there must be as many.
fn hold_against_native_runs(folder: &str, least: usize) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/native").join(folder);
    let listed = std::fs::read_dir(&folder).expect("the folder of programs");
    let mut programs: Vec<PathBuf> = listed.map(|entry| entry.expect("an entry").path()).collect();
    programs.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    programs.sort();
    assert!(programs.len() >= least, "{} programs", programs.len());
    let wrong: Vec<String> = programs.iter().filter_map(|program| wrong(program)).collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// What Margay says of a program that a native run disproves.
fn wrong(program: &Path) -> Option<String> {
    let name = program.file_name().expect("a name").to_str().expect("plain names");
    let source = std::fs::read_to_string(program).expect("a program");
    let dir = super::project(&[(name, source.as_str())]);
    let ways = source.lines().find_map(|line| line.strip_prefix("// native: "));
    let ways = ways.unwrap_or_else(|| panic!("{name} says how it is run"));
    let mut failed = BTreeSet::new();
    for way in ways.split(';') {
        build(dir.path(), name, way);
        for _ in 0..RUNS {
            failed.extend(failed_line(dir.path(), name));
        }
    }
    if failed.is_empty() {
        return Some(format!("{name}: no native run fails"));
    }
    let shown = text(&margay(dir.path(), &["check", "--no-confirm", name]).stdout);
    if shown.contains("every path was explored") {
        return Some(format!("{name}: lines {failed:?} fail natively, and check says:\n{shown}"));
    }
    failed.iter().find_map(|line| {
        let goal = format!("{name}:{line}");
        let shown = text(&margay(dir.path(), &["reach", &goal, name, "--no-confirm"]).stdout);
        let is_wrong = shown.lines().any(|line| line.starts_with("unreachable"));
        is_wrong.then(|| format!("{goal} fails natively, and reach says:\n{shown}"))
    })
}

fn build(dir: &Path, name: &str, way: &str) {
    let installed = |name: &&str| Command::new(name).arg("--version").output().is_ok();
    let clang = ["clang", "clang-19", "clang-16", "clang-15"].into_iter().find(installed);
    let mut command = Command::new(clang.expect("a clang"));
    command.args(["-w", "-std=gnu11", name, "-o", "program", "-pthread"]);
    command.args(way.split_whitespace());
    let built = command.current_dir(dir).output().expect("clang runs");
    assert!(built.status.success(), "{name} {way}: {}", text(&built.stderr));
}

/// The line of the assertion that fails in a native run.
fn failed_line(dir: &Path, name: &str) -> Option<u32> {
    let mut command = Command::new(dir.join("program"));
    command.current_dir(dir).stdin(Stdio::null()).stdout(Stdio::null());
    let run = command.output().expect("the program runs");
    let errors = text(&run.stderr);
    let place = errors.split_once(&format!("{name}:"))?.1;
    place.split(':').next()?.parse().ok()
}
