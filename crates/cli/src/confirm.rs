//! Replaying the findings of a check, and writing them down as tests.

use crate::output::{Failure, Terminal};
use margay_analysis::Goal;
use margay_analysis::replay::{NO_SOURCES, ReplayOptions, Replayer};
use margay_frontend::{ClangInfo, Unit};
use margay_ir::finding::{Confirmation, Finding, Outcome};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// What to do with the findings.
pub struct Confirm<'a> {
    /// Without one, as for bitcode, nothing can be built.
    pub clang: Option<ClangInfo>,
    pub units: Vec<Unit>,
    /// Run them.
    pub replay: bool,
    /// So many at once; 0 for as many as there are processors.
    pub jobs: usize,
    /// Write each as a test below this directory, or into it where there is a goal.
    pub emit: Option<&'a Path>,
    /// What the one finding of a `reach` has come to.
    pub goal: Option<Goal>,
}

/// Replays the findings of an outcome that are shown, and notes in each what came of it.
pub fn confirm(
    outcome: &mut Outcome,
    how: Confirm<'_>,
    terminal: &Terminal,
) -> Result<(), Failure> {
    let shown = |finding: &&mut Finding| finding.suppressed.is_none();
    let mut findings: Vec<&mut Finding> = outcome.findings.iter_mut().filter(shown).collect();
    if findings.is_empty() || !(how.replay || how.emit.is_some()) {
        return Ok(());
    }
    let Some(clang) = how.clang else {
        for finding in findings {
            finding.confirmation = Confirmation::NotApplicable { why: NO_SOURCES.to_owned() };
        }
        return Ok(());
    };
    let claims: Vec<&Finding> = findings.iter().map(|finding| &**finding).collect();
    let one = how.goal.is_some();
    let options =
        ReplayOptions { jobs: how.jobs, goal: how.goal, ..ReplayOptions::new(clang, how.units) };
    let replayer = Replayer::new(options, claims.iter().copied())
        .map_err(|e| Failure::Tool(format!("cannot replay: {e}")))?;
    if let Some(directory) = how.emit {
        emit(&replayer, &claims, directory, one, terminal);
    }
    if how.replay {
        let replays = replayer.replay_all(&claims);
        for (finding, replay) in findings.iter_mut().zip(replays) {
            finding.confirmation = replay.confirmation;
        }
    }
    replayer.notes().iter().for_each(|note| terminal.warning(note));
    Ok(())
}

fn emit(
    replayer: &Replayer,
    findings: &[&Finding],
    directory: &Path,
    one: bool,
    terminal: &Terminal,
) {
    let mut taken = BTreeSet::new();
    for finding in findings {
        let name = test_name(finding, &mut taken);
        let directory = if one { directory.to_owned() } else { directory.join(&name) };
        if let Err(why) = replayer.emit(finding, &directory) {
            terminal.warning(&format!("{} has no test: {why}", name.display()));
        }
    }
}

/// `RULE-FILE-LINE`, and a number if there are several.
fn test_name(finding: &Finding, taken: &mut BTreeSet<String>) -> PathBuf {
    let file = finding.location.file.file_stem().unwrap_or_default().to_string_lossy();
    let base = format!("{}-{file}-{}", finding.rule, finding.location.line);
    let mut name = base.clone();
    let mut number = 1;
    while !taken.insert(name.clone()) {
        number += 1;
        name = format!("{base}-{number}");
    }
    name.into()
}
