//! Reaching a line: inputs that lead there, or that there is none.
//!
//! Where several paths are wanted, they are told apart by their courses: by the branches that each took.

use crate::check::{CheckOptions, check};
use crate::flow::Flow;
use crate::found::hides;
use crate::places::{At, Places};
use crate::unit::Tally;
use margay_engine::{
    Direction, KLEE, Merge, Plan, Progress, STRATEGIES, TARGET_REACHED, Target, WEIGHTED_SDSE,
};
use margay_frontend::in_parallel;
use margay_ir::Program;
use margay_ir::finding::{
    Confirmation, Finding, Location, Omission, OmissionKind, Outcome, Statistics,
};
use std::collections::BTreeSet;
use std::str::FromStr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Whether some input leads to a goal.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// One does, or several on different paths, the shortest first.
    Reached { paths: Vec<Finding>, others: Others },
    /// None does.
    Unreachable,
    /// It is undecided, for these reasons.
    Unknown(Vec<String>),
}

/// Whether other paths lead to a goal than those that were found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Others {
    /// As many as were wanted were found, and the search ended.
    NotWanted,
    /// None does: every path was explored.
    None,
    /// It is undecided, for these reasons.
    Unknown(Vec<String>),
}

impl Verdict {
    /// Native runs have the last word: if none of them reaches the target, the verdict is unknown. Paths whose run
    /// reaches it come first.
    pub fn believed(mut paths: Vec<Finding>, others: Others) -> Verdict {
        let contradiction = |finding: &Finding| match &finding.confirmation {
            Confirmation::NotConfirmed { why } => {
                let Location { file, line, .. } = &finding.location;
                Some(format!(
                    "an input was found that leads to {}:{line}, but the native run does not come \
                     there: {why}",
                    file.display()
                ))
            }
            _ => None,
        };
        let contradictions: BTreeSet<String> = paths.iter().filter_map(contradiction).collect();
        paths.sort_by_key(|path| contradiction(path).is_some());
        match paths.first() {
            Some(first) if contradiction(first).is_none() => Verdict::Reached { paths, others },
            _ => Verdict::Unknown(contradictions.into_iter().collect()),
        }
    }
}

/// How a path to a goal is looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// Several, in rounds that go further each time.
    #[default]
    Portfolio,
    /// Routes through loops, with what they change as functions of how often they took their edges;
    /// then as `check` explores.
    Loops,
    /// Path by path.
    Plan(Plan),
}

/// Methods that are more than a strategy of the engine.
const WHOLE: [(&str, Method); 2] = [("portfolio", Method::Portfolio), ("loops", Method::Loops)];

impl Method {
    /// The names of all methods that stand for themselves. Of those that are strategies of the engine,
    /// `ccbse(S)` and `mix-ccbse(S)` are made.
    pub fn names() -> impl Iterator<Item = &'static str> {
        let strategies = STRATEGIES.iter().map(|strategy| strategy.name);
        WHOLE.iter().map(|(name, _)| *name).chain(strategies)
    }
}

impl FromStr for Method {
    type Err = String;

    fn from_str(text: &str) -> Result<Method, String> {
        if let Some((_, method)) = WHOLE.iter().find(|(name, _)| *name == text) {
            return Ok(*method);
        }
        text.parse().map(Method::Plan).map_err(|()| {
            let names: Vec<&str> = Method::names().collect();
            format!(
                "the strategies are {}, and with one S of those ccbse(S) and mix-ccbse(S)",
                names.join(", ")
            )
        })
    }
}

/// How to look for a path.
#[derive(Clone, Copy, Debug)]
pub struct Search {
    pub method: Method,
    /// How many paths are wanted, each of which takes other branches.
    pub paths: usize,
    /// What is left to chance begins with it.
    pub seed: u64,
    /// Whether later rounds give the program more and longer arguments.
    pub grows: bool,
    /// Whether time alone ends the search: there are more rounds while it is not up.
    pub goes_on: bool,
}

impl Default for Search {
    fn default() -> Self {
        Search { method: Method::default(), paths: 1, seed: 0, grows: false, goes_on: false }
    }
}

/// Rounds, and how much further each goes than the one before. The last of these goes as far as the limits say; where
/// time is what ends the search, there are more after it, with programs that are given as much.
const ROUNDS: u32 = 4;
const FURTHER: u64 = 4;

/// What takes part in each round. If several find a path, the first one counts.
const MEMBERS: [Method; 3] = [
    Method::Plan(Plan { forward: &WEIGHTED_SDSE, direction: Direction::Forward }),
    Method::Plan(Plan { forward: &KLEE, direction: Direction::Mixed }),
    Method::Loops,
];

/// Looks for paths to a target.
pub fn reach(
    program: &Program,
    target: &Target,
    search: &Search,
    options: &CheckOptions,
    watch: &(dyn Fn(Progress) -> bool + Sync),
) -> (Verdict, Outcome) {
    let mut options = CheckOptions { target: Some(target.clone()), ..options.clone() };
    options.input.last_lines = true;
    let (verdict, outcome) = match search.method {
        Method::Portfolio => portfolio(program, search, &options, watch),
        Method::Loops => {
            let options = each_for_itself(options, search.paths);
            navigate(program, &options, &options, watch)
        }
        Method::Plan(plan) => {
            options.limits.choices = u32::MAX;
            let options = planned(options, plan, search.seed);
            seek(program, each_for_itself(options, search.paths), watch)
        }
    };
    (shortest_first(verdict), outcome)
}

/// Lets the members of the portfolio search in rounds. Several paths are those that any of them found,
/// in the order of rounds and members.
fn portfolio(
    program: &Program,
    search: &Search,
    options: &CheckOptions,
    watch: &(dyn Fn(Progress) -> bool + Sync),
) -> (Verdict, Outcome) {
    let mut answer = (Verdict::Unknown(Vec::new()), Outcome::default());
    let mut known = Known::default();
    let mut nearest = Statistics::default();
    let tally = Tally::new(watch, &options.memory);
    let rounds = if search.goes_on { u32::MAX } else { ROUNDS };
    let mut options = options.clone();
    for round in 0..rounds {
        let mut found = one_round(program, search, &options, round, &tally);
        options.left_open += found.iter().map(|(_, outcome)| undecided(outcome)).sum::<u64>();
        let at = found.iter().position(|(verdict, _)| settles(verdict, search.paths));
        let may_change = found.iter().all(|(verdict, outcome)| {
            is_not_sought_further(verdict) || can_go_further(outcome, search)
        });
        // Those that come later may have been ended.
        found.truncate(at.map_or(MEMBERS.len(), |at| at + 1));
        for (verdict, outcome) in &found {
            known.add(verdict);
            nearest.come_nearer(outcome.statistics.nearest.clone());
        }
        // Of those that do not know whether there is a path, the last one left out least. Of several
        // paths those tell that follow each for itself.
        let chosen = match at {
            None if search.paths > 1 && !known.paths.is_empty() => 0,
            _ => found.len() - 1,
        };
        answer = found.swap_remove(chosen);
        if at.is_some() || known.paths.len() >= search.paths || !may_change {
            break;
        }
        if !tally.look(Progress::default(), &mut Progress::default()) {
            break;
        }
    }
    answer.1.statistics.nearest = nearest.nearest;
    (known.complete(answer.0, search.paths), answer.1)
}

/// The paths that members of the portfolio have found.
#[derive(Default)]
struct Known {
    paths: Vec<Finding>,
    courses: BTreeSet<Option<String>>,
}

impl Known {
    fn add(&mut self, verdict: &Verdict) {
        let Verdict::Reached { paths, .. } = verdict else { return };
        for path in paths {
            // What has no course cannot be told from others: it counts as long as there are none.
            if path.course.is_some() {
                self.paths.retain(|known| known.course.is_some());
            }
            let is_told_apart = path.course.is_some() || self.paths.is_empty();
            if is_told_apart && self.courses.insert(path.course.clone()) {
                self.paths.push(path.clone());
            }
        }
    }

    /// The last verdict, with the paths of all that came before it.
    fn complete(mut self, last: Verdict, wanted: usize) -> Verdict {
        let others = match last {
            _ if self.paths.is_empty() => return last,
            _ if self.paths.len() >= wanted => Others::NotWanted,
            Verdict::Reached { others, .. } => others,
            Verdict::Unreachable => Others::None,
            Verdict::Unknown(why) => Others::Unknown(why),
        };
        self.paths.truncate(wanted);
        Verdict::Reached { paths: self.paths, others }
    }
}

/// Whether a verdict says all that was asked for, if so many paths are wanted.
fn settles(verdict: &Verdict, wanted: usize) -> bool {
    match verdict {
        Verdict::Reached { paths, others } => *others == Others::None || paths.len() >= wanted,
        Verdict::Unreachable => true,
        Verdict::Unknown(_) => false,
    }
}

/// Whether a search ended since it had found what it was to find.
fn is_not_sought_further(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::Reached { others: Others::NotWanted, .. })
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
/// earlier one has found all that is wanted, so that what is found does not depend on their speed.
fn one_round(
    program: &Program,
    search: &Search,
    options: &CheckOptions,
    round: u32,
    tally: &Tally<'_>,
) -> Vec<(Verdict, Outcome)> {
    // Navigation knows soon whether there is a route. So it goes further at first, and then not
    // again until the end.
    let survey = match round {
        0 => Some(at_round(options, search, 2)),
        _ if round + 1 < ROUNDS => None,
        _ => Some(at_round(options, search, round)),
    };
    let options = &at_round(options, search, round);
    let first = AtomicUsize::new(usize::MAX);
    let members: Vec<(usize, Method)> = MEMBERS.into_iter().enumerate().collect();
    in_parallel(&members, options.jobs, |(number, member)| {
        let before = Mutex::new(Progress::default());
        let last = || before.lock().unwrap_or_else(PoisonError::into_inner);
        let goes_on =
            |progress| first.load(Ordering::Relaxed) > *number && tally.look(progress, &mut last());
        let found = match (member, &survey) {
            (Method::Plan(plan), _) => {
                let options = planned(options.clone(), *plan, search.seed);
                seek(program, each_for_itself(options, search.paths), &goes_on)
            }
            // It knows whether there is a path at all, and tells none apart: that is its strength.
            (_, Some(survey)) => navigate(program, survey, options, &goes_on),
            (_, None) => seek(program, options.clone(), &goes_on),
        };
        tally.leave(&last());
        if settles(&found.0, search.paths) {
            first.fetch_min(*number, Ordering::Relaxed);
        }
        found
    })
}

/// Counts how loops iterate and follows the routes that this gives, as far as `survey` says; then explores as `check`
/// does.
fn navigate(
    program: &Program,
    survey: &CheckOptions,
    options: &CheckOptions,
    watch: &(dyn Fn(Progress) -> bool + Sync),
) -> (Verdict, Outcome) {
    let wanted = options.paths_wanted;
    let survey = CheckOptions { navigate: true, ..one_by_one(survey.clone()) };
    let found = seek(program, survey, watch);
    if settles(&found.0, wanted) || !watch(Progress::default()) {
        return found;
    }
    let left_open = options.left_open + undecided(&found.1);
    let (verdict, mut outcome) =
        seek(program, CheckOptions { left_open, ..options.clone() }, watch);
    // Who surveys further may find a route.
    if let Verdict::Unknown(_) = verdict {
        let limited = |omission: &Omission| omission.kind == OmissionKind::Budget;
        outcome.omissions.extend(found.1.omissions.iter().filter(|o| limited(o)).cloned());
    }
    let mut known = Known::default();
    known.add(&found.0);
    known.add(&verdict);
    (known.complete(verdict, wanted), outcome)
}

fn planned(options: CheckOptions, plan: Plan, seed: u64) -> CheckOptions {
    CheckOptions { plan: Some((plan, seed)), ..one_by_one(options) }
}

/// One path after the other, each as it is.
fn one_by_one(options: CheckOptions) -> CheckOptions {
    CheckOptions { merge: Merge::Never, widen: false, ..options }
}

/// So many paths are wanted; several are not made one.
fn each_for_itself(mut options: CheckOptions, paths: usize) -> CheckOptions {
    options.paths_wanted = paths;
    if paths > 1 {
        options.merge = Merge::Never;
    }
    options
}

fn seek(
    program: &Program,
    options: CheckOptions,
    watch: &(dyn Fn(Progress) -> bool + Sync),
) -> (Verdict, Outcome) {
    let outcome = check(program, &options, watch);
    (verdict(program, &options, &outcome), outcome)
}

/// How many solver queries were left undecided.
fn undecided(outcome: &Outcome) -> u64 {
    outcome.statistics.details.as_ref().map_or(0, |details| details.solver.undecided)
}

/// Whether going further may change what came of it.
fn can_go_further(outcome: &Outcome, search: &Search) -> bool {
    outcome.omissions.iter().any(|omission| match omission.kind {
        OmissionKind::Budget | OmissionKind::CutLoop => true,
        OmissionKind::Input => search.grows,
        _ => false,
    })
}

fn verdict(program: &Program, options: &CheckOptions, outcome: &Outcome) -> Verdict {
    let wanted = options.paths_wanted;
    let came = outcome.findings.iter().filter(|finding| finding.rule == TARGET_REACHED);
    let (possible, mut paths): (Vec<Finding>, Vec<Finding>) =
        came.cloned().partition(|finding| finding.possible);
    if paths.len() >= wanted {
        paths.truncate(wanted);
        return Verdict::Reached { paths, others: Others::NotWanted };
    }
    let words = |omission: &Omission| match omission.kind {
        OmissionKind::Turns => format!("orders in which threads run: {}", omission.what),
        _ => omission.what.clone(),
    };
    let mut why: Vec<String> = outcome.omissions.iter().map(words).collect();
    if !possible.is_empty() {
        why.push("an unconfirmed path that leads there".to_owned());
    }
    why.extend(hiding(program, options.target.as_ref(), outcome).map(|finding| {
        let place = &finding.location;
        // A possible one is not known to happen.
        let comes = if finding.possible { "may come before" } else { "comes before" };
        format!("{} at {}:{} {comes}", finding.rule, place.file.display(), place.line)
    }));
    why.sort();
    why.dedup();
    match (paths.is_empty(), why.is_empty()) {
        (true, true) => Verdict::Unreachable,
        (true, false) => Verdict::Unknown(why),
        (false, true) => Verdict::Reached { paths, others: Others::None },
        (false, false) => Verdict::Reached { paths, others: Others::Unknown(why) },
    }
}

/// Findings after which not everything was followed, and from which a path leads to the target.
fn hiding<'a>(
    program: &'a Program,
    target: Option<&Target>,
    outcome: &'a Outcome,
) -> impl Iterator<Item = &'a Finding> {
    let found: Vec<&Finding> = outcome.findings.iter().filter(|finding| hides(finding)).collect();
    let code: Vec<At> = target.into_iter().flat_map(Target::iter).collect();
    let map = (!found.is_empty()).then(|| (Places::new(program), Flow::new(program)));
    found.into_iter().filter(move |finding| {
        map.as_ref()
            .is_none_or(|(places, flow)| flow.leads(&places.code_at(&finding.location), &code))
    })
}

/// Paths in the order that they are shown in; of equal length, by their steps.
fn shortest_first(mut verdict: Verdict) -> Verdict {
    if let Verdict::Reached { paths, .. } = &mut verdict {
        paths.sort_by_cached_key(|path| {
            let steps = path.path.iter().map(|step| (step.location.clone(), step.message.clone()));
            (path.path.len(), steps.collect::<Vec<_>>(), path.course.clone())
        });
    }
    verdict
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_are_documented() {
        let text = include_str!("../../../docs/reach.md");
        for name in Method::names() {
            assert!(name.parse::<Method>().is_ok(), "{name}");
            assert!(text.contains(&format!("`{name}`")), "docs/reach.md does not tell of {name}");
        }
    }
}
