//! What becomes of findings once they are made: which of them are shown and count, what native runs say of them, and
//! how the whole ends.
//!
//! Invariant: this is decided here, once. Commands and the editor say what is wanted and show what came of it.

mod causes;
mod changes;
mod defined;
mod ignore;

pub use changes::Changes;
pub use ignore::UnknownRule;

use crate::gathered::INTERRUPTED;
use crate::goal::Goal;
use crate::replay::{NO_SOURCES, ReplayOptions, Replayer};
use margay_frontend::{ClangInfo, Stop, Unit};
use margay_ir::alert::Judgement;
use margay_ir::finding::{
    Confirmation, Finding, Omission, OmissionKind, Outcome, Rule, Severity, Suppression,
};
use margay_ir::fingerprint::fingerprints;
use margay_ir::limit;
use margay_ir::texts::Sources;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

/// Which findings are shown and count.
#[derive(Debug)]
pub struct Wanted {
    /// The rules whose findings do.
    pub rules: Vec<&'static Rule>,
    /// They were named, and are shown whatever their level is.
    pub names_rules: bool,
    /// The mildest that is shown.
    pub level: Severity,
    /// Fingerprints of what is known.
    pub known: BTreeSet<String>,
    /// What was changed, if only that counts.
    pub changes: Option<Changes>,
    /// Whether what is not certain is shown.
    pub possible: bool,
    /// What files are named relative to.
    pub root: PathBuf,
}

impl Wanted {
    /// What is left of all rules if some are named, or some are not wanted.
    pub fn rules(only: Option<&[String]>, not: &[String]) -> Vec<&'static Rule> {
        let named = |list: &[String], rule: &Rule| list.iter().any(|name| name == rule.name);
        let all = margay_checkers::rules();
        all.filter(|rule| only.is_none_or(|only| named(only, rule)) && !named(not, rule)).collect()
    }

    /// Drops the findings of rules that were not selected, and marks those that do not count and why. `texts` is what is
    /// in a file. Tells of comments that do nothing.
    pub fn suppress(&self, outcome: &mut Outcome, texts: &dyn Sources) -> Vec<UnknownRule> {
        outcome.findings.retain(|finding| self.rules.iter().any(|rule| rule.name == finding.rule));
        // A comment may name a rule that is not reported today.
        let all: Vec<_> = margay_checkers::rules().collect();
        let unknown = ignore::apply(outcome, &all, texts);
        self.suppress_known(outcome, texts);
        if let Some(changes) = &self.changes {
            let real = |path: &Path| fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
            changes.apply(outcome, &real, &|file| texts.read(file));
        }
        for finding in outcome.findings.iter_mut().filter(|finding| finding.suppressed.is_none()) {
            if !self.names_rules && finding.severity > self.level {
                finding.suppressed = Some(Suppression::BelowLevel);
            }
        }
        causes::apply(outcome);
        unknown
    }

    fn suppress_known(&self, outcome: &mut Outcome, texts: &dyn Sources) {
        if self.known.is_empty() {
            return;
        }
        let fingerprints = fingerprints(outcome, texts, &self.root);
        for (finding, fingerprint) in outcome.findings.iter_mut().zip(fingerprints) {
            if finding.suppressed.is_none() && self.known.contains(&fingerprint) {
                finding.suppressed = Some(Suppression::Baseline);
            }
        }
    }

    /// Counts the findings that are not certain, unless they are to be shown.
    pub fn leave_out_possible(&self, outcome: &mut Outcome) {
        if self.possible {
            return;
        }
        let before = outcome.findings.len();
        outcome.findings.retain(|finding| !finding.possible);
        let count = (before - outcome.findings.len()) as u64;
        if count > 0 {
            outcome.omissions.push(Omission {
                kind: OmissionKind::Possible,
                what: concat!(
                    "faults that depend on callers, or on loops that were not followed exactly (",
                    limit!(possible),
                    " shows them)"
                )
                .to_owned(),
                location: None,
                count,
            });
            outcome.omissions.sort();
        }
    }
}

/// Whether a finding counts for how a command ends, and is shown where there is room for nothing else.
pub fn counts(finding: &Finding) -> bool {
    finding.suppressed.is_none() && !finding.possible
}

/// How findings are run natively.
#[derive(Clone, Debug)]
pub struct Native {
    /// Without one, as for bitcode, nothing can be built.
    pub clang: Option<ClangInfo>,
    pub units: Vec<Unit>,
    /// Run them also where the kernel cannot confine them.
    pub unconfined: bool,
    /// So many at once; 0 for as many as there are processors.
    pub jobs: usize,
    /// What the findings of a search have come to.
    pub goal: Option<Goal>,
    /// Set when the result is no longer wanted.
    pub stop: Stop,
}

impl Native {
    /// Makes the program for runs of the findings that are shown. There is nothing to run if there are none, or if it
    /// cannot be built; then they say so. The error is a sentence.
    pub fn build(self, outcome: &mut Outcome) -> Result<Option<Replayer>, String> {
        if shown(outcome).next().is_none() {
            return Ok(None);
        }
        let Native { clang, units, unconfined, jobs, goal, stop } = self;
        let Some(clang) = clang else {
            for finding in shown(outcome) {
                finding.confirmation = Confirmation::NotApplicable { why: NO_SOURCES.to_owned() };
            }
            return Ok(None);
        };
        let options =
            ReplayOptions { jobs, goal, stop, unconfined, ..ReplayOptions::new(clang, units) };
        let claims = shown(outcome).map(|finding| &*finding);
        let replayer = Replayer::new(options, claims);
        replayer.map(Some).map_err(|error| format!("cannot replay: {error}"))
    }
}

/// Runs the findings that are shown, and notes in each what came of it. What a run shows happens.
pub fn confirm(outcome: &mut Outcome, replayer: &Replayer) {
    let mut findings: Vec<&mut Finding> = shown(outcome).collect();
    let claims: Vec<&Finding> = findings.iter().map(|finding| &**finding).collect();
    let replays = replayer.replay_all(&claims);
    for (finding, replay) in findings.iter_mut().zip(replays) {
        finding.confirmation = replay.confirmation;
        finding.possible &= !matches!(finding.confirmation, Confirmation::Confirmed { .. });
    }
}

fn shown(outcome: &mut Outcome) -> impl Iterator<Item = &mut Finding> {
    outcome.findings.iter_mut().filter(|finding| finding.suppressed.is_none())
}

/// Says that the work was interrupted, unless that is said.
pub fn tell_of_interruption(outcome: &mut Outcome, stop: &Stop) {
    let is_told = outcome.omissions.iter().any(|omission| omission.what == INTERRUPTED);
    if stop.load(Ordering::Relaxed) && !is_told {
        let (kind, what) = (OmissionKind::Budget, INTERRUPTED.to_owned());
        outcome.omissions.push(Omission { kind, what, location: None, count: 0 });
        outcome.omissions.sort();
    }
}

/// Says which inputs could not be read.
pub fn tell_of_unread(outcome: &mut Outcome, unread: impl IntoIterator<Item = String>) {
    let kind = OmissionKind::Unreadable;
    let unread = unread.into_iter().map(|what| Omission { kind, what, location: None, count: 0 });
    outcome.omissions.extend(unread);
    outcome.omissions.sort();
}

/// How a command ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Nothing was found, and nothing is missing.
    Clean,
    /// Something was found that counts.
    Found,
    /// Nothing was found, but part of the work was not done.
    Incomplete,
}

impl Answer {
    /// That of a check.
    pub fn of(outcome: &Outcome) -> Answer {
        let failed = outcome.omissions.iter().any(|omission| omission.kind.is_failure());
        match (outcome.findings.iter().any(counts), failed) {
            (true, _) => Answer::Found,
            (false, true) => Answer::Incomplete,
            (false, false) => Answer::Clean,
        }
    }

    /// That of judging alerts.
    pub fn of_judgements(judgements: &[Judgement]) -> Answer {
        let has = |verdict: &str| judgements.iter().any(|one| one.verdict() == verdict);
        match (has("confirmed"), has("unknown")) {
            (true, _) => Answer::Found,
            (false, true) => Answer::Incomplete,
            (false, false) => Answer::Clean,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use margay_ir::testing::{finding, outcome};

    fn wanted() -> Wanted {
        Wanted {
            rules: Wanted::rules(None, &[]),
            names_rules: false,
            level: Severity::Warning,
            known: BTreeSet::new(),
            changes: None,
            possible: false,
            root: PathBuf::new(),
        }
    }

    /// The lines of the findings that are shown, and how the check ends.
    fn check(findings: Vec<Finding>, wanted: &Wanted, expected: &[u32], answer: Answer) {
        let text = b"a = 1;\nb = 2; // margay-ignore\nc = 3;\nd = 4;\n";
        let texts = |_: &Path| Some(text.to_vec());
        let mut outcome = outcome(findings);
        let _ = wanted.suppress(&mut outcome, &texts);
        wanted.leave_out_possible(&mut outcome);
        let shown = outcome.findings.iter().filter(|finding| finding.suppressed.is_none());
        let lines: Vec<u32> = shown.map(|finding| finding.location.line).collect();
        assert_eq!(lines, expected);
        assert_eq!(Answer::of(&outcome), answer);
    }

    #[test]
    fn what_counts_is_what_is_wanted() {
        let at = |line| Finding { rule: "memory-leak".into(), ..finding("a.c", line, 1) };
        let note = Finding { severity: Severity::Note, ..at(1) };
        let possible = Finding { possible: true, ..at(3) };
        let all = || vec![note.clone(), at(2), possible.clone(), at(4)];
        check(all(), &wanted(), &[4], Answer::Found);
        check(all(), &Wanted { level: Severity::Note, ..wanted() }, &[1, 4], Answer::Found);
        check(all(), &Wanted { names_rules: true, ..wanted() }, &[1, 4], Answer::Found);
        check(all(), &Wanted { possible: true, ..wanted() }, &[3, 4], Answer::Found);
        check(all(), &Wanted { rules: Vec::new(), ..wanted() }, &[], Answer::Clean);
        let without = Wanted { possible: true, ..wanted() };
        check(vec![possible.clone()], &without, &[3], Answer::Clean);
        check(vec![at(2)], &wanted(), &[], Answer::Clean);
        let texts = |_: &Path| Some(b"a = 1;\nb = 2;\nc = 3;\nd = 4;\n".to_vec());
        let known = fingerprints(&outcome(vec![at(4)]), &texts, Path::new(""));
        check(
            all(),
            &Wanted { known: known.into_iter().collect(), ..wanted() },
            &[],
            Answer::Clean,
        );
    }

    #[test]
    fn what_is_missing_is_told() {
        let mut outcome = outcome(Vec::new());
        let stop = Stop::default();
        tell_of_interruption(&mut outcome, &stop);
        assert_eq!((outcome.omissions.len(), Answer::of(&outcome)), (0, Answer::Clean));
        stop.store(true, Ordering::Relaxed);
        tell_of_interruption(&mut outcome, &stop);
        tell_of_interruption(&mut outcome, &stop);
        assert_eq!((outcome.omissions.len(), Answer::of(&outcome)), (1, Answer::Clean));
        tell_of_unread(&mut outcome, ["b.c".to_owned()]);
        assert_eq!((outcome.omissions.len(), Answer::of(&outcome)), (2, Answer::Incomplete));
    }
}
