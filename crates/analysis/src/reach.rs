//! Reaching a line: an input that leads there, or that there is none.

use crate::check::{CheckOptions, check};
use margay_engine::{Direction, Forward, Merge, Plan, Progress, TARGET_REACHED, Target};
use margay_frontend::in_parallel;
use margay_ir::Program;
use margay_ir::finding::{Finding, OmissionKind, Outcome};
use std::str::FromStr;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Whether some input leads to a goal.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// One does.
    Reached(Box<Finding>),
    /// None does.
    Unreachable,
    /// Nobody knows, and why.
    Unknown(Vec<String>),
}

/// How a path to a goal is looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// Several, in rounds that go further each time.
    #[default]
    Portfolio,
    /// As `check` explores, with loops as functions of how often they went round.
    Loops,
    /// Path by path.
    Plan(Plan),
}

impl FromStr for Method {
    type Err = String;

    fn from_str(text: &str) -> Result<Method, String> {
        match text {
            "portfolio" => Ok(Method::Portfolio),
            "loops" => Ok(Method::Loops),
            plan => plan.parse().map(Method::Plan).map_err(|()| {
                let names: Vec<&str> = Plan::names().collect();
                format!(
                    "the strategies are portfolio, loops, {}, and with one S of those ccbse(S) and \
                     mix-ccbse(S)",
                    names.join(", ")
                )
            }),
        }
    }
}

/// How to look for a path.
#[derive(Clone, Copy, Debug, Default)]
pub struct Search {
    pub method: Method,
    /// What is left to chance begins with it.
    pub seed: u64,
    /// Whether later rounds give the program more and longer arguments.
    pub grows: bool,
    /// Whether time alone ends the search: there are more rounds while it is not up.
    pub goes_on: bool,
}

/// Rounds, and how much further each goes than the one before. The last of these goes as far as the
/// limits say; where time is what ends the search, there are more behind it, with programs that are given as much.
const ROUNDS: u32 = 4;
const FURTHER: u64 = 4;

/// What takes part in each round. If several find a path, the first one counts.
const MEMBERS: [Method; 3] = [
    Method::Plan(Plan { forward: Forward::WeightedSdse, direction: Direction::Forward }),
    Method::Plan(Plan { forward: Forward::Klee, direction: Direction::Mixed }),
    Method::Loops,
];

/// Looks for a path to a target.
pub fn reach(
    program: &Program,
    target: &Target,
    search: &Search,
    options: &CheckOptions,
    watch: &(dyn Fn(Progress) -> bool + Sync),
) -> (Verdict, Outcome) {
    let mut options = CheckOptions { target: Some(target.clone()), ..options.clone() };
    match search.method {
        Method::Portfolio => {}
        Method::Loops => return seek(program, options, watch),
        Method::Plan(plan) => {
            options.limits.choices = u32::MAX;
            return seek(program, planned(options, plan, search.seed), watch);
        }
    }
    let mut answer = (Verdict::Unknown(Vec::new()), Outcome::default());
    let rounds = if search.goes_on { u32::MAX } else { ROUNDS };
    for round in 0..rounds {
        let found = one_round(program, search, &at_round(&options, search, round), watch);
        let decided = |found: &(Verdict, Outcome)| !matches!(found.0, Verdict::Unknown(_));
        let may_change = found.iter().all(|(_, outcome)| can_go_further(outcome, search));
        let at = found.iter().position(decided);
        // Of those that do not know, the last one left out least.
        let chosen = found.into_iter().nth(at.unwrap_or(MEMBERS.len() - 1));
        answer = chosen.unwrap_or(answer);
        if at.is_some() || !may_change || !watch(Progress::default()) {
            break;
        }
    }
    answer
}

/// How far a round goes.
fn at_round(options: &CheckOptions, search: &Search, round: u32) -> CheckOptions {
    let limits = match (ROUNDS - 1).checked_sub(round) {
        Some(left) => options.limits.part(FURTHER.pow(left)),
        None => options.limits.times(FURTHER.saturating_pow(round + 1 - ROUNDS)),
    };
    let mut options = CheckOptions { limits, ..options.clone() };
    if search.grows {
        let round = round.min(ROUNDS - 1);
        options.arguments.max += round;
        options.arguments.len += 2 * round;
    }
    options
}

/// Lets all members of the portfolio search at once. Who comes later in their order ends when an
/// earlier one has found a path, so that what is found does not hang on their speed.
fn one_round(
    program: &Program,
    search: &Search,
    options: &CheckOptions,
    watch: &(dyn Fn(Progress) -> bool + Sync),
) -> Vec<(Verdict, Outcome)> {
    let first = AtomicUsize::new(usize::MAX);
    let members: Vec<(usize, Method)> = MEMBERS.into_iter().enumerate().collect();
    in_parallel(&members, options.jobs, |(number, member)| {
        let goes_on = |progress| first.load(Ordering::Relaxed) > *number && watch(progress);
        let options = match member {
            Method::Plan(plan) => planned(options.clone(), *plan, search.seed),
            _ => options.clone(),
        };
        let found = seek(program, options, &goes_on);
        if !matches!(found.0, Verdict::Unknown(_)) {
            first.fetch_min(*number, Ordering::Relaxed);
        }
        found
    })
}

/// One path after the other, each as it is.
fn planned(mut options: CheckOptions, plan: Plan, seed: u64) -> CheckOptions {
    options.plan = Some((plan, seed));
    options.merge = Merge::Never;
    options.widen = false;
    options
}

fn seek(
    program: &Program,
    options: CheckOptions,
    watch: &(dyn Fn(Progress) -> bool + Sync),
) -> (Verdict, Outcome) {
    let outcome = check(program, &options, watch);
    (verdict(&outcome), outcome)
}

/// Whether going further may change what came of it.
fn can_go_further(outcome: &Outcome, search: &Search) -> bool {
    outcome.omissions.iter().any(|omission| match omission.kind {
        OmissionKind::Budget | OmissionKind::CutLoop => true,
        OmissionKind::Input => search.grows,
        _ => false,
    })
}

fn verdict(outcome: &Outcome) -> Verdict {
    let reached = outcome.findings.iter().find(|finding| finding.rule == TARGET_REACHED);
    if let Some(finding) = reached.filter(|finding| !finding.possible) {
        return Verdict::Reached(Box::new(finding.clone()));
    }
    let mut why: Vec<String> =
        outcome.omissions.iter().map(|omission| omission.what.clone()).collect();
    if reached.is_some() {
        why.push("a path that leads there with what nobody has shown to be possible".to_owned());
    }
    // What a program does behind undefined behaviour nobody can say.
    let undefined = outcome.findings.iter().filter(|finding| finding.rule != TARGET_REACHED);
    why.extend(undefined.map(|finding| {
        let place = &finding.location;
        // Nobody has shown that a possible one can happen.
        let comes = if finding.possible { "may come before" } else { "comes before" };
        format!("{} at {}:{} {comes}", finding.rule, place.file.display(), place.line)
    }));
    why.sort();
    why.dedup();
    if why.is_empty() { Verdict::Unreachable } else { Verdict::Unknown(why) }
}
