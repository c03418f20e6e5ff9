//! Replaying the findings of a check, and writing them down as tests.

use crate::links;
use crate::output::{Failure, Terminal};
use margay_analysis::outcome::{self, Native};
use margay_analysis::replay::{NO_SOURCES, ReplayOptions, Replayer};
use margay_frontend::{ClangInfo, Unit};
use margay_ir::finding::{Finding, Outcome};
use margay_report::html::Test;
use margay_report::options::with_options;
use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};

/// What to do with the findings.
#[derive(Clone)]
pub struct Confirm<'a> {
    pub native: Native,
    /// Run them.
    pub replay: bool,
    pub emit: Option<Emit<'a>>,
}

/// Where findings are written down as tests.
#[derive(Clone, Copy)]
pub enum Emit<'a> {
    /// The one that there is, into this directory.
    Into(&'a Path),
    /// Each into a directory of its own below this one.
    Below(&'a Path),
}

/// Replays the findings of an outcome that are shown, and writes them down as tests.
pub fn confirm(
    outcome: &mut Outcome,
    how: Confirm<'_>,
    terminal: &Terminal,
) -> Result<(), Failure> {
    if how.replay || how.emit.is_some() {
        confirm_with(outcome, how, terminal)?;
    }
    Ok(())
}

/// The same, and gives what replays them, if anything can, to write more tests with.
pub fn confirm_with(
    outcome: &mut Outcome,
    how: Confirm<'_>,
    terminal: &Terminal,
) -> Result<Option<Replayer>, Failure> {
    let Some(replayer) = how.native.build(outcome).map_err(Failure::Tool)? else {
        return Ok(None);
    };
    if let Some(where_to) = how.emit {
        let shown = outcome.findings.iter().filter(|finding| finding.suppressed.is_none());
        emit(&replayer, shown, where_to, terminal);
    }
    if how.replay {
        outcome::confirm(outcome, &replayer);
    }
    replayer.notes(how.replay).iter().for_each(|note| terminal.warning(&with_options(note)));
    Ok(Some(replayer))
}

/// Writes a test for each finding of an HTML report that is shown.
pub fn tests_for(
    outcome: &Outcome,
    replayer: Option<&Replayer>,
    directory: &Path,
) -> Vec<Option<Test>> {
    let mut taken = BTreeSet::new();
    let mut test = |finding: &Finding| {
        let replayer = replayer.filter(|_| finding.suppressed.is_none())?;
        let name = test_name(plain(&base_name(finding)), &mut taken);
        Some(test_of(replayer, finding, directory, &name))
    };
    outcome.findings.iter().map(&mut test).collect()
}

/// Writes the test of a finding for a report, and tells what lies in it.
fn test_of(replayer: &Replayer, finding: &Finding, below: &Path, name: &Path) -> Test {
    let directory = below.join(name);
    if let Err(why) = emit_into(replayer, finding, &directory) {
        return Test::Missing { why };
    }
    let entries = std::fs::read_dir(&directory).into_iter().flatten().flatten();
    let mut files: Vec<_> =
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    files.retain(|file| TEST_FILES.contains(&file.as_str()));
    files.sort();
    let input = std::fs::read(directory.join(INPUTS)).unwrap_or_default();
    let input = String::from_utf8_lossy(&input).into_owned();
    Test::Written { name: name.to_string_lossy().into_owned(), files, input }
}

/// Writes one finding down as a test, into a directory of its own below one, and gives that. The error
/// is a sentence.
pub fn emit_one(
    finding: &Finding,
    clang: Option<ClangInfo>,
    units: Vec<Unit>,
    below: &Path,
) -> Result<PathBuf, String> {
    let why_not = |why: &dyn fmt::Display| format!("{} has no test: {why}", base_name(finding));
    let clang = clang.ok_or_else(|| why_not(&NO_SOURCES))?;
    let replayer = Replayer::new(ReplayOptions::new(clang, units), [finding])
        .map_err(|error| why_not(&error))?;
    let directory = below.join(plain(&base_name(finding)));
    emit_into(&replayer, finding, &directory).map_err(|why| why_not(&why))?;
    Ok(directory)
}

/// Writes a test into a directory, unless a link would lead elsewhere.
fn emit_into(replayer: &Replayer, finding: &Finding, directory: &Path) -> Result<(), String> {
    let root = directory.parent().and_then(Path::parent).unwrap_or(directory);
    let files = TEST_FILES.iter().map(|file| directory.join(file));
    let linked = files.into_iter().try_for_each(|file| links::refuse_below(root, &file));
    linked.and_then(|()| links::refuse(directory)).map_err(|error| error.to_string())?;
    replayer.emit(finding, directory)
}

/// What a test consists of; what a run of it leaves there is not part of it.
const TEST_FILES: &[&str] =
    &[INPUTS, "margay_replay.c", "margay_stubs.c", "margay_turns.c", "run.sh"];
const INPUTS: &str = "inputs.txt";

fn emit<'f>(
    replayer: &Replayer,
    findings: impl Iterator<Item = &'f Finding>,
    where_to: Emit<'_>,
    terminal: &Terminal,
) {
    let mut taken = BTreeSet::new();
    for finding in findings {
        let name = test_name(base_name(finding), &mut taken);
        let directory = match where_to {
            Emit::Into(directory) => directory.to_owned(),
            Emit::Below(directory) => directory.join(&name),
        };
        if let Err(why) = emit_into(replayer, finding, &directory) {
            terminal.warning(&format!("{} has no test: {why}", name.display()));
        }
    }
}

/// `RULE-FILE-LINE`.
fn base_name(finding: &Finding) -> String {
    let file = finding.location.file.file_stem().unwrap_or_default().to_string_lossy();
    format!("{}-{file}-{}", finding.rule, finding.location.line)
}

/// A name that stays one in a link and in a shell: a report shows commands to be copied, and the names of files are
/// untrusted.
fn plain(name: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    name.chars().map(|c| if is_plain(c) { c } else { '-' }).collect()
}

/// The name, and a number if there are several.
fn test_name(base: String, taken: &mut BTreeSet<String>) -> PathBuf {
    let mut name = base.clone();
    let mut number = 1;
    while !taken.insert(name.clone()) {
        number += 1;
        name = format!("{base}-{number}");
    }
    name.into()
}
