//! Replaying the findings of a check, and writing them down as tests.

use crate::output::{Failure, Terminal};
use margay_analysis::Goal;
use margay_analysis::replay::{NO_SOURCES, ReplayOptions, Replayer};
use margay_frontend::{ClangInfo, Unit};
use margay_ir::finding::{Confirmation, Finding, Outcome};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// What to do with the findings.
#[derive(Clone)]
pub struct Confirm<'a> {
    /// Without one, as for bitcode, nothing can be built.
    pub clang: Option<ClangInfo>,
    pub units: Vec<Unit>,
    /// Run them.
    pub replay: bool,
    /// So many at once; 0 for as many as there are processors.
    pub jobs: usize,
    pub emit: Option<Emit<'a>>,
    /// What the findings of a `reach` have come to.
    pub goal: Option<Goal>,
}

/// Where findings are written down as tests.
#[derive(Clone, Copy)]
pub enum Emit<'a> {
    /// The one that there is, into this directory.
    Into(&'a Path),
    /// Each into a directory of its own below this one.
    Below(&'a Path),
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
    let options =
        ReplayOptions { jobs: how.jobs, goal: how.goal, ..ReplayOptions::new(clang, how.units) };
    let replayer = Replayer::new(options, claims.iter().copied())
        .map_err(|e| Failure::Tool(format!("cannot replay: {e}")))?;
    if let Some(where_to) = how.emit {
        emit(&replayer, &claims, where_to, terminal);
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

fn emit(replayer: &Replayer, findings: &[&Finding], where_to: Emit<'_>, terminal: &Terminal) {
    let mut taken = BTreeSet::new();
    for finding in findings {
        let name = test_name(finding, &mut taken);
        let directory = match where_to {
            Emit::Into(directory) => directory.to_owned(),
            Emit::Below(directory) => directory.join(&name),
        };
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
