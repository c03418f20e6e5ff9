//! A unit of work: an engine of its own, and what came of it as plain data.
//!
//! What a unit finds hangs on the unit and on what was known when it was made, and on nothing else:
//! terms, solver and states are its own. So it does not matter which worker takes it, or when.

use crate::check::CheckOptions;
use crate::found::{self, loss};
use crate::generate::Per;
use margay_engine::{
    ClosedWorld, Counts, Cut, Doubtful, Ends, Engine, Event, Explored, Folded, Judge, Knowledge,
    Limits, Nearest, Part, PartLimits, PathEnd, Progress, Reached, Recorder, Resumed, Stop, Used,
};
use margay_ir::finding::{Finding, Location, SolverCounts};
use margay_ir::tree::{ExecutionTree, FindingAt};
use margay_ir::{FuncId, NodeId, Program, SpanId};
use margay_models::symbolic::SymbolicLibrary;
use margay_smt::{Budget, ChainOptions, Layer, PipeCommand, Share};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// How much a unit does before it gives back what is left to follow: about as many operations, a
/// question to the solver counting as some thousands.
const UNIT_STEPS: u64 = 8_000_000;

pub(crate) enum Unit {
    /// `main`, or a part of its paths.
    Main { part: Option<Handed>, limits: Limits },
    /// Functions that are looked at by themselves.
    Functions { entries: Vec<FuncId>, why: Why },
}

/// Paths of `main` that were handed over, until a worker takes them, and what is known of them then.
pub(crate) struct Handed {
    part: Mutex<Part>,
    /// The nodes of the execution tree that they are in.
    pub nodes: Vec<NodeId>,
    /// Where one of them stands.
    pub place: Option<SpanId>,
}

impl Handed {
    pub fn new(part: Part) -> Handed {
        let (nodes, place) = (part.nodes().collect(), part.places().next());
        Handed { part: Mutex::new(part), nodes, place }
    }

    fn take(&self) -> Part {
        std::mem::take(&mut self.part.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Why a function is looked at by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Why {
    /// No path has called it.
    NotEntered,
    /// Limits have kept paths from parts of it.
    LeftOut,
    /// The same, when it was looked at with what it calls: that is taken for unknown then.
    Shallow,
}

impl Why {
    pub fn holds(self, program: &Program, reached: &Reached, function: FuncId) -> bool {
        match self {
            Why::NotEntered => !reached.has_entered(function),
            Why::LeftOut | Why::Shallow => reached.has_left_out(program, function),
        }
    }
}

/// What came of a unit.
#[derive(Default)]
pub(crate) struct UnitOutcome {
    pub findings: Findings,
    /// How paths ended, if tests are wanted.
    pub ends: Vec<PathEnd>,
    /// What is settled when all paths have been followed.
    pub doubtful: Doubtful<Found>,
    pub folded: Vec<Folded>,
    pub explored: Explored,
    pub left: Left,
    pub resumed: Resumed,
    pub knowledge: Knowledge,
    pub tree: Option<ExecutionTree>,
    /// Functions that could not be started, and why.
    pub unstarted: Vec<(FuncId, String)>,
    pub entries: u64,
    pub counts: Counts,
    pub solver: SolverCounts,
    pub uncertain: u64,
    pub unsearched: u64,
    pub unknown_calls: BTreeMap<String, u64>,
    pub left_out: BTreeSet<String>,
    pub untried_turns: BTreeSet<String>,
    pub one_answer: BTreeSet<String>,
    /// How near a path came to where it was wanted.
    pub nearest: Option<Nearest>,
}

/// What a unit leaves to those that come after it.
#[derive(Default)]
pub(crate) struct Left {
    /// What is left to follow, and the limit that was reached, if that is why.
    pub rest: Part,
    pub limit: Option<Cut>,
    /// Something was left out.
    pub is_cut: bool,
    /// The functions that were called.
    pub called: BTreeSet<FuncId>,
    /// Those that were looked at by themselves.
    pub started: Vec<FuncId>,
    pub used: Used,
}

/// A finding, and the node of the tree that it shows in.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub finding: Finding,
    pub node: NodeId,
}

impl Found {
    pub fn in_tree(&self) -> FindingAt {
        FindingAt {
            node: self.node,
            rule: self.finding.rule.clone(),
            message: self.finding.message.clone(),
            location: self.finding.location.clone(),
        }
    }
}

/// One finding for each rule and place, and for each course where paths are told apart: the one that
/// is told in the fewest words, and what else is known of it.
pub(crate) struct Findings<T = ()> {
    found: BTreeMap<Key, (Finding, T)>,
    /// What is lost at several places is a finding for each.
    losses_apart: bool,
}

/// The place, the rule, where it was lost if that counts, and the course.
type Key = (Location, String, Option<Location>, Option<String>);

impl<T> Default for Findings<T> {
    fn default() -> Self {
        Findings::new(false)
    }
}

impl<T> Findings<T> {
    pub fn new(losses_apart: bool) -> Self {
        Findings { found: BTreeMap::new(), losses_apart }
    }

    pub fn add(&mut self, finding: Finding, known: T) {
        let words = |finding: &Finding| (finding.possible, finding.path.len(), finding.input.len());
        let lost = loss(&finding).filter(|_| self.losses_apart).cloned();
        let Finding { location, rule, course, .. } = &finding;
        match self.found.entry((location.clone(), rule.clone(), lost, course.clone())) {
            Entry::Vacant(entry) => {
                entry.insert((finding, known));
            }
            Entry::Occupied(mut entry) if words(&finding) < words(&entry.get().0) => {
                entry.insert((finding, known));
            }
            Entry::Occupied(_) => {}
        }
    }

    pub fn join(&mut self, other: Findings<T>) {
        other.into_iter().for_each(|(finding, known)| self.add(finding, known));
    }

    pub fn iter(&self) -> impl Iterator<Item = &Finding> {
        self.found.values().map(|(finding, _)| finding)
    }

    /// In the order of places.
    pub fn into_iter(self) -> impl Iterator<Item = (Finding, T)> {
        self.found.into_values()
    }
}

/// What all units of a check share.
pub(crate) struct Context<'a> {
    pub program: &'a Program,
    pub options: &'a CheckOptions,
    /// A solver in another process, if there is one.
    pub pipe: Option<PipeCommand>,
    pub tally: Tally<'a>,
}

/// How far all units together are, for whoever watches.
pub(crate) struct Tally<'a> {
    watch: &'a (dyn Fn(Progress) -> bool + Sync),
    paths: AtomicU64,
    steps: AtomicU64,
    faults: AtomicU64,
    waiting: AtomicU64,
    nearest: AtomicU32,
}

impl<'a> Tally<'a> {
    pub fn new(watch: &'a (dyn Fn(Progress) -> bool + Sync)) -> Self {
        let [paths, steps, faults, waiting] = [0, 0, 0, 0].map(AtomicU64::new);
        let nearest = AtomicU32::new(u32::MAX);
        Tally { watch, paths, steps, faults, waiting, nearest }
    }

    /// One unit is so far, and was so far when it last said so.
    pub fn look(&self, now: Progress, before: &mut Progress) -> bool {
        let add = |to: &AtomicU64, now: u64, before: u64| {
            let new = now.saturating_sub(before);
            to.fetch_add(new, Ordering::Relaxed) + new
        };
        let nearest = now.nearest.unwrap_or(u32::MAX);
        let nearest = self.nearest.fetch_min(nearest, Ordering::Relaxed).min(nearest);
        // Fewer may wait than before.
        let more = now.waiting.wrapping_sub(before.waiting);
        let waiting = self.waiting.fetch_add(more, Ordering::Relaxed).wrapping_add(more);
        let progress = Progress {
            paths: add(&self.paths, now.paths, before.paths),
            steps: add(&self.steps, now.steps, before.steps),
            faults: add(&self.faults, now.faults, before.faults),
            waiting,
            nearest: Some(nearest).filter(|nearest| *nearest != u32::MAX),
        };
        *before = now;
        (self.watch)(progress)
    }

    /// Whether units shall go on, as far as all are.
    pub fn goes_on(&self) -> bool {
        let mut same = Progress::default();
        self.look(same, &mut same)
    }

    /// A unit that was so far has ended: none of its states waits any more.
    pub fn leave(&self, before: &Progress) {
        self.waiting.fetch_sub(before.waiting, Ordering::Relaxed);
    }
}

impl Context<'_> {
    pub fn run(&self, unit: &Unit, known: &Knowledge) -> UnitOutcome {
        let library =
            SymbolicLibrary { limits: self.options.input, flow: self.options.flow.clone() };
        let mut engine = Engine::new(self.program, &library, Box::new(ClosedWorld::default()));
        engine.options.concretion = self.options.concretion;
        engine.options.unroll = self.options.unroll;
        engine.options.widen = self.options.widen;
        engine.options.endless = self.options.endless;
        engine.options.merge = self.options.merge;
        engine.options.interleavings = self.options.interleavings;
        engine.options.traces = self.options.passed;
        engine.goes_on = Some(Box::new(|| self.tally.goes_on()));
        engine.judge = Judge::new(match unit {
            // Floating point is decided by an SMT solver, if there is one. A question that is hard
            // is left open soon: there are thousands of others.
            Unit::Main { .. } => ChainOptions {
                pipe: self.pipe.clone(),
                budget: match &self.options.target {
                    None => Budget { conflicts: 2_000, propagations: 500_000, hand_on: false },
                    // Where one path is wanted, much may hang on one question.
                    Some(_) => {
                        Budget { conflicts: 50_000, propagations: 20_000_000, hand_on: false }
                    }
                },
            },
            // Where nobody knows what callers pass, little hangs on a hard question.
            Unit::Functions { .. } => ChainOptions {
                pipe: None,
                budget: Budget { conflicts: 100, propagations: 50_000, hand_on: false },
            },
        });
        let tests = self.options.tests;
        engine.ends = tests.map(|tests| Ends::new(tests.per == Per::Path, tests.most));
        engine.learn(known);
        let paths = self.options.paths_wanted;
        self.options.target.iter().for_each(|target| engine.seek(target, paths));
        self.options.plan.iter().for_each(|(plan, seed)| engine.pursue(*plan, *seed));
        if self.options.navigate {
            engine.navigate();
        }
        engine.inspect_reads(&self.options.inspected);
        #[cfg(feature = "deliberate-panic")]
        self.panic_if_asked(unit);
        let mut outcome = UnitOutcome::default();
        match unit {
            Unit::Main { part, limits } => {
                let part = part.as_ref().map(Handed::take);
                self.run_main(&mut engine, part, limits, &mut outcome);
            }
            Unit::Functions { entries, why } => {
                self.run_functions(&mut engine, entries, *why, &mut outcome);
            }
        }
        self.finish(engine, outcome)
    }

    /// Fails if it is asked to, at `main`, at a part of its paths or at a function.
    #[cfg(feature = "deliberate-panic")]
    fn panic_if_asked(&self, unit: &Unit) {
        let Ok(wanted) = std::env::var("MARGAY_PANIC_IN") else { return };
        let is_it = match unit {
            Unit::Main { part: None, .. } => wanted == "main",
            Unit::Main { part: Some(_), .. } => wanted == "part",
            Unit::Functions { entries, .. } => {
                entries.iter().any(|entry| self.program.functions[*entry].name == wanted)
            }
        };
        assert!(!is_it, "a deliberate panic");
    }

    fn run_main(
        &self,
        engine: &mut Engine<'_>,
        part: Option<Part>,
        limits: &Limits,
        outcome: &mut UnitOutcome,
    ) {
        engine.tree = self.options.tree.then(|| Recorder::part(part.as_ref().map_or(0, Part::len)));
        let Some(main) = self.program.function("main") else { return };
        outcome.entries = u64::from(part.is_none());
        match engine.start_main_symbolic(main, &self.options.arguments) {
            Ok(state) => {
                // What the start asks was asked when `main` was first started.
                if part.is_some() {
                    (engine.judge.queries, engine.judge.undecided) = (0, 0);
                }
                let mut before = Progress::default();
                let mut watch = |now| self.tally.look(now, &mut before);
                // Who follows a plan needs all that waits.
                let quota = self.options.unit_steps.unwrap_or(UNIT_STEPS);
                let whole = self.options.plan.is_some() || self.options.navigate;
                let quota = (!whole).then_some(quota);
                let limits = PartLimits { limits, whole: &self.options.limits, quota };
                let done = engine.explore_part(state, part, limits, &mut watch);
                self.tally.leave(&before);
                outcome.left.is_cut = done.is_cut();
                (outcome.left.rest, outcome.left.limit) = (done.rest, done.limit);
                outcome.left.called = done.called;
                (outcome.explored, outcome.resumed) = (done.explored, done.resumed);
                outcome.folded = done.folded;
            }
            Err(stop) => outcome.unstarted.push((main, why_not(&stop))),
        }
    }

    fn run_functions(
        &self,
        engine: &mut Engine<'_>,
        entries: &[FuncId],
        why: Why,
        outcome: &mut UnitOutcome,
    ) {
        engine.tree = self.options.tree.then(|| Recorder::part(0));
        engine.options.shallow = why == Why::Shallow;
        for entry in entries {
            // Those before it may have called it.
            if !why.holds(self.program, &engine.reached, *entry) {
                continue;
            }
            match engine.start_function_symbolic(*entry) {
                Ok(state) => {
                    let mut before = Progress::default();
                    let mut watch = |now| self.tally.look(now, &mut before);
                    let limits = &self.options.function_limits;
                    outcome.explored.join(engine.explore(state, limits, &mut watch));
                    self.tally.leave(&before);
                }
                Err(stop) => outcome.unstarted.push((*entry, why_not(&stop))),
            }
            outcome.entries += 1;
            outcome.left.started.push(*entry);
        }
    }

    /// Makes plain data of what an engine knows.
    fn finish(&self, mut engine: Engine<'_>, mut outcome: UnitOutcome) -> UnitOutcome {
        let mut tree = engine.tree.take().map(Recorder::into_tree);
        let events = std::mem::take(&mut engine.judge.events).into_iter().map(|e| (e, false));
        let possible = std::mem::take(&mut engine.judge.possible_events);
        let possible = possible.into_iter().map(|event| (event, true));
        let mut unique = Findings::new(self.options.losses_apart);
        outcome.findings = Findings::new(self.options.losses_apart);
        for (event, possible) in events.chain(possible) {
            let found = self.found(&event, possible);
            tree.iter_mut().for_each(|tree| tree.findings.push(found.in_tree()));
            unique.add(found.finding, event);
        }
        // What is told says how likely it is.
        for (mut finding, event) in unique.into_iter() {
            tell_likelihood(&mut finding, engine.likelihood(&event));
            outcome.findings.add(finding, ());
        }
        let doubtful = std::mem::take(&mut engine.judge.doubtful);
        outcome.doubtful = doubtful.map(|event| {
            let mut found = self.found(&event, false);
            tell_likelihood(&mut found.finding, engine.likelihood(&event));
            found
        });
        outcome.knowledge = engine.knowledge();
        outcome.ends = engine.ends.take().map_or_else(Vec::new, |ends| ends.noted);
        outcome.tree = tree;
        outcome.nearest = engine.nearest_path();
        outcome.counts = engine.counts;
        outcome.solver = solver_counts(&engine);
        outcome.left.used = Used {
            steps: outcome.explored.steps,
            paths: outcome.explored.paths,
            queries: engine.judge.queries,
            undecided: engine.judge.undecided,
        };
        outcome.uncertain = engine.judge.uncertain;
        outcome.unsearched = engine.judge.unsearched;
        outcome.unknown_calls = engine.unknown_calls;
        outcome.left_out = engine.judge.left_out;
        outcome.untried_turns = engine.judge.untried_turns;
        outcome.one_answer = engine.judge.one_answer;
        outcome
    }

    fn found(&self, event: &Event, possible: bool) -> Found {
        let finding = Finding { possible, ..found::finding(self.program, event) };
        Found { finding, node: event.evidence.node }
    }
}

fn tell_likelihood(finding: &mut Finding, share: Option<Share>) {
    if let Some(share) = share {
        finding.likelihood = Some(rounded(share));
        finding.likelihood_at_most = share.at_most;
    }
}

/// A share in four digits: those behind them are chance. Only what is all of it is 1, and nothing is 0.
fn rounded(share: Share) -> f64 {
    const LEAST: f64 = 1e-300;
    const ALMOST: f64 = 0.9999;
    let value = share.value().max(LEAST);
    if value >= 1.0 {
        return 1.0;
    }
    format!("{value:.3e}").parse::<f64>().map_or(ALMOST, |value| value.min(ALMOST))
}

fn solver_counts(engine: &Engine<'_>) -> SolverCounts {
    let solver = engine.judge.solver();
    let answered = |layer| solver.answered(layer);
    SolverCounts {
        rewriting: answered(Layer::Rewriting),
        domains: answered(Layer::Domains),
        models: answered(Layer::Models),
        slicing: answered(Layer::Slicing),
        cache: answered(Layer::Cache),
        search: answered(Layer::Search),
        sat: answered(Layer::Core),
        pipe: answered(Layer::Pipe),
        undecided: solver.unknown(),
    }
}

fn why_not(stop: &Stop) -> String {
    match stop {
        Stop::Unsupported(what) => what.clone(),
        Stop::Fault(fault) => fault.to_string(),
        other => format!("{other:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_counted_together() {
        let said = Mutex::new(Progress::default());
        let watch = |progress| {
            *said.lock().expect("nobody panics") = progress;
            true
        };
        let tally = Tally::new(&watch);
        let (mut one, mut other) = (Progress::default(), Progress::default());
        let now = |paths, waiting, nearest| Progress { paths, waiting, nearest, ..one };
        let states = [now(3, 5, Some(20)), now(1, 2, None), now(4, 1, Some(30))];
        tally.look(states[0], &mut one);
        tally.look(states[1], &mut other);
        tally.look(states[2], &mut one);
        let all = *said.lock().expect("nobody panics");
        assert_eq!(all, Progress { paths: 5, waiting: 3, nearest: Some(20), ..all });
        // None of the states of one that ended waits.
        tally.leave(&one);
        tally.look(other, &mut other.clone());
        let all = *said.lock().expect("nobody panics");
        assert_eq!((all.paths, all.waiting), (5, 2));
    }
}
