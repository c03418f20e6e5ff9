//! What is found in tests/check and a sanitizer can see, a native run confirms; and all that is found of
//! threads in tests/threads.

use crate::corpus::{programs, stem};
use crate::run::Case;
use libtest_mimic::{Failed, Trial};
use margay_frontend::in_parallel;
use margay_ir::finding::{Confirmation, Finding};
use std::path::PathBuf;

/// Without `MARGAY_LONG_TESTS`, about one of so many programs is replayed.
const SHARE: usize = 10;
/// Of a hundred findings, so many at least are confirmed.
const ENOUGH: usize = 95;

pub fn trials() -> Vec<Trial> {
    let long = std::env::var_os("MARGAY_LONG_TESTS").is_some();
    let name = if long { "replay::confirms_all" } else { "replay::confirms_a_sample" };
    vec![
        Trial::test(name, move || confirms(if long { 1 } else { SHARE })),
        Trial::test("replay::shows_what_threads_do", shows_threads),
    ]
}

fn confirms(share: usize) -> Result<(), Failed> {
    let (mut confirmed, mut others, mut hidden) = (0, Vec::new(), 0);
    let faulty = programs("check").into_iter().filter(|path| stem(path).ends_with("_bad"));
    // Its name says whether a program is taken: new ones change nothing for the others.
    let letters = |path: &PathBuf| stem(path).bytes().map(usize::from).sum::<usize>();
    for path in faulty.filter(|path| letters(path).is_multiple_of(share)) {
        let case = Case::read(&path)?;
        let (findings, stderr) = case.findings(&[])?;
        if stderr.contains("has no sanitizers here") {
            eprintln!("not run: {stderr}");
            return Ok(());
        }
        for finding in findings {
            match finding.confirmation {
                Confirmation::Confirmed { .. } => confirmed += 1,
                // Few machines have the headers and libraries for it.
                Confirmation::NotConfirmed { .. } if case.flags.iter().any(|f| f == "-m32") => {
                    hidden += 1
                }
                Confirmation::NotConfirmed { why } => {
                    let (rule, line) = (&finding.rule, finding.location.line);
                    others.push(format!("{}:{line}: {rule}: {why}", path.display()));
                }
                Confirmation::NotApplicable { .. } | Confirmation::Untried => hidden += 1,
            }
        }
    }
    let (all, list) = (confirmed + others.len(), others.join("\n"));
    eprintln!("{confirmed} of {all} confirmed, {hidden} for no sanitizer to see\n{list}");
    if confirmed > 0 && confirmed * 100 >= all * ENOUGH { Ok(()) } else { Err(list.into()) }
}

/// Rules of which a native run shows each finding, with its turns forced.
const FORCED: [&str; 3] = ["atomicity-violation", "data-race", "deadlock"];
/// Rules about locks, which take no order of turns.
const WATCHED: [&str; 3] = ["bad-unlock", "double-lock", "unreleased-lock"];
/// So many schedules are forced at least.
const SCHEDULES: usize = 40;
/// And so many lead to what sanitizers show.
const FAULTS: usize = 4;

/// A program says so, with a reason, whose findings a replay cannot show.
const UNCONFIRMED: &str = "// unconfirmed: ";

fn shows_threads() -> Result<(), Failed> {
    let all = programs("threads");
    let faulty: Vec<&PathBuf> = all.iter().filter(|path| stem(path).ends_with("_bad")).collect();
    let replayed = in_parallel(&faulty, 0, |path| -> Result<Vec<Finding>, String> {
        let why = |e: Failed| format!("{}: {}", path.display(), e.message().unwrap_or("failed"));
        Ok(Case::read(path)?.findings(&[]).map_err(why)?.0)
    });
    let (mut forced, mut watched, mut led, mut unconfirmed) = (0, 0, 0, 0);
    let mut others = Vec::new();
    let mut enough_faults = FAULTS;
    for (path, findings) in faulty.iter().zip(replayed) {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        for finding in findings? {
            let rule = finding.rule.as_str();
            let count = match (FORCED.contains(&rule), WATCHED.contains(&rule)) {
                (true, _) => &mut forced,
                (_, true) => &mut watched,
                _ if !finding.turns.is_empty() => &mut led,
                _ => continue,
            };
            let is_known = text.contains(UNCONFIRMED);
            match finding.confirmation {
                Confirmation::Confirmed { .. } if is_known => {
                    others.push(format!("{}: {rule} is confirmed now", path.display()));
                }
                Confirmation::Confirmed { .. } => *count += 1,
                _ if is_known => unconfirmed += 1,
                Confirmation::NotApplicable { why } if why.contains("no sanitizers here") => {
                    enough_faults = 0
                }
                other => {
                    others.push(format!("{}: {rule}: {other:?}", path.display()));
                }
            }
        }
    }
    let confirmed = forced + watched + led;
    let all = confirmed + unconfirmed + others.len();
    let counts = format!("{confirmed} of {all} confirmed, {forced} by their turns, {led} led to");
    eprintln!("{counts}");
    let enough = forced >= SCHEDULES && led >= enough_faults;
    if others.is_empty() && enough {
        Ok(())
    } else {
        Err(format!("{counts}\n{}", others.join("\n")).into())
    }
}
