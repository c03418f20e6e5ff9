//! A unit of work: an engine of its own, and what came of it as plain data.
//!
//! What a unit finds depends on the unit and on what was known when it was made, and on nothing else:
//! terms, solver and states are its own. So it does not matter which worker takes it, or when. A function
//! that is analysed alone depends on still less: on its slice, and on no other unit.

use crate::check::CheckOptions;
use crate::found::{self, location};
use crate::gathered::{Findings, Gathered};
use crate::generate::Per;
use crate::memory::MemoryBound;
use crate::store::Results;
use margay_engine::{
    Answers, ClosedWorld, Counts, Cut, Doubtful, Effort, Ends, Engine, Event, Explored, Folded,
    Judge, Knowledge, Limits, Merge, Part, PartLimits, PathEnd, Progress, Reached, Recorder,
    Resumed, Stop, Target, Used,
};
use margay_ir::finding::{Details, Finding, Nearest, OmissionKind, SolverCounts, WorkCounts};
use margay_ir::tree::{ExecutionTree, FindingAt};
use margay_ir::{FuncId, NodeId, Program, Slice, Slicer, SpanId};
use margay_models::symbolic::SymbolicLibrary;
use margay_smt::{Budget, ChainOptions, Layer, PipeCommand, Share};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// How much a unit does before it gives back what is left to follow: about as many operations, a
/// solver query counting as some thousands.
const UNIT_STEPS: u64 = 8_000_000;
/// Work of the solver after which it is tried whether single paths are sooner at an end than merged
/// ones: about a hundredth of a second.
const TRIAL: u64 = 1_000_000;

/// `main`, or a part of its paths.
pub(crate) struct Unit {
    pub part: Option<Handed>,
    pub limits: Limits,
}

/// A unit, the part of the program that `main` can come to, and what is known of that.
#[derive(Clone, Copy)]
pub(crate) struct MainTask<'a> {
    pub slice: &'a Slice<'a>,
    pub unit: &'a Unit,
    pub known: &'a Knowledge,
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

/// How paths of `main` are followed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum How {
    /// Merged where the options say so.
    Merged,
    /// None of them merged, as a trial.
    Single,
}

/// How soon an exploration of single paths will be at its end, told from how much of it is done.
#[derive(Default)]
struct Outlook {
    /// Work and the share of executions that had ended when this was last asked.
    last: (u64, u64),
}

impl Outlook {
    /// Work after which it is first asked; then whenever it has doubled.
    const FIRST: u64 = 200_000;
    /// Work that single paths may take in all.
    const MOST: u64 = 4 * TRIAL;

    /// Whether the end is near, or may be.
    fn is_good(&mut self, now: &Progress) -> bool {
        let work = now.steps + now.effort.work;
        let (before, ended_before) = self.last;
        if work >= Outlook::MOST {
            return false;
        }
        if work < (2 * before).max(Outlook::FIRST) {
            return true;
        }
        let ended = now.effort.ended.min(Effort::ALL);
        self.last = (work, ended);
        if before == 0 {
            return true;
        }
        // As much again for each share that is left as for the last one.
        let (left, gained) = (Effort::ALL - ended, ended - ended_before);
        let room = Outlook::MOST - work;
        u128::from(left) * u128::from(work - before) <= u128::from(gained) * u128::from(room)
    }
}

/// Why a function is analysed alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Why {
    /// No path has called it.
    NotEntered,
    /// Limits have kept paths from parts of it.
    LeftOut,
    /// The same, when it was analysed with what it calls: that is taken for unknown then.
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
    pub gathered: Gathered,
    /// How paths ended, if tests are wanted.
    pub ends: Vec<PathEnd>,
    /// What is settled when all paths have been followed.
    pub doubtful: Doubtful<Found>,
    pub folded: Vec<Folded>,
    pub answers: Answers,
    pub left: Left,
    pub knowledge: Knowledge,
    pub tree: Option<ExecutionTree>,
    /// A solver in another process left queries undecided: another time it may not.
    left_by_pipe: bool,
}

/// The outcome of a function analysed alone.
pub(crate) struct FunctionOutcome {
    pub gathered: Gathered,
    /// In terms of the whole program.
    pub reached: Reached,
    pub tree: Option<ExecutionTree>,
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

/// What all units of a check share.
pub(crate) struct Context<'a> {
    pub slicer: Slicer<'a>,
    pub options: &'a CheckOptions,
    /// Which paths are made one; mostly what the options say.
    pub merge: Merge,
    /// A solver in another process, if there is one.
    pub pipe: Option<PipeCommand>,
    pub tally: Tally<'a>,
    /// What came of such work before.
    pub results: Option<Results<'a>>,
}

/// How far all units together are, for the observer.
pub(crate) struct Tally<'a> {
    watch: &'a (dyn Fn(Progress) -> bool + Sync),
    memory: MemoryBound,
    paths: AtomicU64,
    steps: AtomicU64,
    faults: AtomicU64,
    waiting: AtomicU64,
    nearest: AtomicU32,
}

impl<'a> Tally<'a> {
    pub fn new(watch: &'a (dyn Fn(Progress) -> bool + Sync), memory: &MemoryBound) -> Self {
        let memory = memory.clone();
        let [paths, steps, faults, waiting] = [0, 0, 0, 0].map(AtomicU64::new);
        let nearest = AtomicU32::new(u32::MAX);
        Tally { watch, memory, paths, steps, faults, waiting, nearest }
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
            effort: now.effort,
        };
        *before = now;
        (self.watch)(progress) && !self.memory.is_over()
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

/// What an exploration adds to what its engine knows.
#[derive(Default)]
struct Did {
    explored: Explored,
    resumed: Resumed,
    entries: u64,
    /// Why it could not begin, if it could not.
    unstarted: Option<String>,
}

impl<'a> Context<'a> {
    /// Follows paths of `main`, in the part of the program that it can come to.
    ///
    /// Whether merging pays cannot be told before: a loop that counts is explored in no time merged, and never
    /// path by path; a parser whose merged paths multiply what they parsed, the other way round. So
    /// where merged paths are not soon at an end, it is tried once whether single ones are.
    pub fn run_main(&self, task: MainTask<'_>) -> UnitOutcome {
        let part = task.unit.part.as_ref().map(Handed::take);
        let mut may_try =
            part.is_none() && self.merge == Merge::Choose && self.options.is_plain_check();
        let (mut single, mut is_stopped) = (None, false);
        let mut merged = self.follow_part(task, part, How::Merged, &mut |now| {
            if may_try && now.effort.work >= TRIAL && now.effort.merged > 0 {
                may_try = false;
                match self.follow_single_paths(task) {
                    Ok(outcome) => single = Some(outcome),
                    Err(stopped) => is_stopped = stopped,
                }
            }
            single.is_none()
        });
        merged.gathered.is_stopped |= is_stopped;
        // All that merged paths can meet was met by single ones.
        single.unwrap_or(merged)
    }

    /// Follows all paths of `main` without merging any, if that takes little; else says whether it may take
    /// less another time.
    fn follow_single_paths(&self, task: MainTask<'_>) -> Result<UnitOutcome, bool> {
        let (mut is_soon, mut outlook) = (true, Outlook::default());
        let goes_on = &mut |now: &Progress| {
            is_soon = outlook.is_good(now) && now.effort.undecided == 0;
            is_soon
        };
        let outcome = self.follow_part(task, None, How::Single, goes_on);
        let is_whole = outcome.left.rest.is_empty() && !outcome.left.is_cut;
        match is_soon && is_whole && outcome.gathered.undecided == 0 {
            true => Ok(outcome),
            // That it was ended here is no reason.
            false => Err(outcome.left_by_pipe),
        }
    }

    /// Follows paths as long as it is said to go on for what was done.
    fn follow_part(
        &self,
        task: MainTask<'_>,
        part: Option<Part>,
        how: How,
        goes_on: &mut dyn FnMut(&Progress) -> bool,
    ) -> UnitOutcome {
        let MainTask { slice, unit, known } = task;
        let program: &Program = &slice.program;
        let library = self.library();
        // Floating point is decided by an SMT solver, if there is one. A hard query is soon given up as undecided:
        // there are thousands of others.
        let mut engine = self.engine(
            slice,
            &library,
            ChainOptions {
                pipe: self.pipe.clone(),
                budget: match &self.options.target {
                    // It is given up at the first query that is hard.
                    None if how == How::Single => {
                        Budget { conflicts: 200, propagations: 50_000, hand_on: false }
                    }
                    None => Budget { conflicts: 2_000, propagations: 500_000, hand_on: false },
                    // Where one path is wanted, much may depend on one query.
                    Some(_) => {
                        Budget { conflicts: 50_000, propagations: 20_000_000, hand_on: false }
                    }
                },
            },
        );
        engine.learn(known);
        if how == How::Single {
            engine.options.merge = Merge::Equal;
        }
        let tests = self.options.tests;
        engine.ends = tests.map(|tests| Ends::new(tests.per == Per::Path, tests.most));
        let paths = self.options.paths_wanted;
        self.options.target.iter().for_each(|target| engine.seek(target, paths));
        self.options.plan.iter().for_each(|(plan, seed)| engine.pursue(*plan, *seed));
        if self.options.navigate {
            engine.navigate();
        }
        self.panic_if_asked(if unit.part.is_none() { "main" } else { "part" });
        engine.tree = self.options.tree.then(|| Recorder::part(part.as_ref().map_or(0, Part::len)));
        let mut outcome = UnitOutcome::default();
        let Some(main) = program.main() else { return outcome };
        let mut did = Did { entries: u64::from(part.is_none()), ..Did::default() };
        match engine.start_main_symbolic(main, &self.options.arguments) {
            Ok(state) => {
                // What the start asks was asked when `main` was first started.
                if part.is_some() {
                    engine.forget_work();
                }
                let mut before = Progress::default();
                let mut watch = |now: Progress| self.tally.look(now, &mut before) && goes_on(&now);
                // Who follows a plan needs all that waits.
                let quota = self.options.unit_steps.unwrap_or(UNIT_STEPS);
                let single = how == How::Single;
                let whole = single || self.options.plan.is_some() || self.options.navigate;
                let quota = (!whole).then_some(quota);
                let limits =
                    PartLimits { limits: &unit.limits, whole: &self.options.limits, quota };
                let done = engine.explore_part(state, part, limits, &mut watch);
                self.tally.leave(&before);
                outcome.left.is_cut = done.is_cut();
                (outcome.left.rest, outcome.left.limit) = (done.rest, done.limit);
                outcome.left.called = done.called;
                (did.explored, did.resumed) = (done.explored, done.resumed);
                (outcome.folded, outcome.answers) = (done.folded, done.answers);
            }
            Err(stop) => did.unstarted = Some(cannot_start(program, main, &stop)),
        }
        outcome.left.used = Used {
            steps: did.explored.steps,
            paths: did.explored.paths,
            queries: engine.asked(),
            undecided: engine.judge.undecided,
        };
        let doubtful = std::mem::take(&mut engine.judge.doubtful);
        outcome.doubtful = doubtful.map(|event| {
            let mut found = self.found(program, &event, false);
            tell_likelihood(&mut found.finding, engine.likelihood(&event));
            found
        });
        outcome.knowledge = engine.knowledge();
        outcome.left_by_pipe = engine.judge.solver().left_by_pipe() > 0;
        outcome.ends = engine.ends.take().map_or_else(Vec::new, |ends| ends.noted);
        (outcome.gathered, outcome.tree) = self.gather(slice, engine, did);
        outcome
    }

    /// Analyses a function alone, unless the outcome is in the store.
    pub fn run_function(&self, entry: FuncId, why: Why) -> FunctionOutcome {
        let Some(results) = &self.results else { return self.analyse_function(entry, why) };
        let key = results.key(entry, why);
        if let Some((gathered, reached)) = results.get(key) {
            return FunctionOutcome { gathered, reached, tree: None };
        }
        let mut outcome = self.analyse_function(entry, why);
        outcome.gathered.is_stopped |= !self.tally.goes_on();
        results.put(key, &outcome.gathered, &outcome.reached);
        outcome
    }

    /// Analyses a function alone, in the part of the program that it can reach.
    fn analyse_function(&self, entry: FuncId, why: Why) -> FunctionOutcome {
        let slice = self.slice(entry);
        let program: &Program = &slice.program;
        let library = self.library();
        // Where the arguments are unknown, little depends on a hard query.
        let mut engine = self.engine(
            &slice,
            &library,
            ChainOptions {
                pipe: None,
                budget: Budget { conflicts: 100, propagations: 50_000, hand_on: false },
            },
        );
        let entry = slice.in_slice(entry).expect("a slice has its entry");
        self.panic_if_asked(&program.functions[entry].name);
        engine.tree = self.options.tree.then(|| Recorder::part(0));
        engine.options.shallow = why == Why::Shallow;
        let mut did = Did { entries: 1, ..Did::default() };
        match engine.start_function_symbolic(entry) {
            Ok(state) => {
                let mut before = Progress::default();
                let mut watch = |now| self.tally.look(now, &mut before);
                did.explored = engine.explore(state, &self.options.function_limits, &mut watch);
                self.tally.leave(&before);
            }
            Err(stop) => did.unstarted = Some(cannot_start(program, entry, &stop)),
        }
        let reached = engine.reached.renumbered(|function| slice.in_whole(function));
        let (gathered, tree) = self.gather(&slice, engine, did);
        FunctionOutcome { gathered, reached, tree }
    }

    /// What a function can come to. Where ids of the whole program count, it is that.
    pub fn slice(&self, entry: FuncId) -> Slice<'a> {
        match self.options.target.is_some() || self.options.tests.is_some() {
            true => Slice::whole(self.slicer.program()),
            false => self.slicer.slice(entry),
        }
    }

    fn library(&self) -> SymbolicLibrary {
        SymbolicLibrary { limits: self.options.input, flow: self.options.flow.clone() }
    }

    fn engine<'s>(
        &'s self,
        slice: &'s Slice<'_>,
        library: &'s SymbolicLibrary,
        chain: ChainOptions,
    ) -> Engine<'s> {
        let mut engine = Engine::new(&slice.program, library, Box::new(ClosedWorld::default()));
        engine.options.concretion = self.options.concretion;
        engine.options.unroll = self.options.unroll;
        engine.options.widen = self.options.widen;
        engine.options.endless = self.options.endless;
        engine.options.merge = self.merge;
        engine.options.interleavings = self.options.interleavings;
        engine.options.traces = self.options.passed;
        engine.goes_on = Some(Box::new(|| self.tally.goes_on()));
        engine.judge = Judge::new(chain);
        let functions = slice.program.functions.ids();
        let inspected = functions.flat_map(|function| {
            let insts = self.options.inspected.within(slice.in_whole(function));
            insts.into_iter().flatten().map(move |inst| (function, *inst))
        });
        engine.inspect_reads(&inspected.collect::<Target>());
        engine
    }

    /// Makes plain data of what an engine knows.
    fn gather(
        &self,
        slice: &Slice<'_>,
        mut engine: Engine<'_>,
        did: Did,
    ) -> (Gathered, Option<ExecutionTree>) {
        let program: &Program = &slice.program;
        let mut gathered = Gathered::new(self.options.losses_apart);
        let mut tree = engine.tree.take().map(Recorder::into_tree);
        let events = std::mem::take(&mut engine.judge.events).into_iter().map(|e| (e, false));
        let possible = std::mem::take(&mut engine.judge.possible_events);
        let possible = possible.into_iter().map(|event| (event, true));
        let mut unique = Findings::new(self.options.losses_apart);
        for (event, possible) in events.chain(possible) {
            let found = self.found(program, &event, possible);
            tree.iter_mut().for_each(|tree| tree.findings.push(found.in_tree()));
            unique.add(found.finding, event);
        }
        // What is told says how likely it is.
        for (mut finding, event) in unique.into_iter() {
            tell_likelihood(&mut finding, engine.likelihood(&event));
            gathered.findings.add(finding, ());
        }
        for ((cut, span, what), count) in did.explored.cuts {
            let (kind, words) = cut.words();
            let what = if what.is_empty() { words.to_owned() } else { what };
            gathered.omit(kind, what, location(program, span), count);
            gathered.is_stopped |= cut == Cut::Stopped;
        }
        let through = did.explored.through.into_iter();
        gathered.through = through.map(|(id, count)| (slice.in_whole(id), count)).collect();
        if let Some(what) = did.unstarted {
            gathered.omit(OmissionKind::Unsupported, what, None, 1);
        }
        gathered.statistics.entries = did.entries;
        gathered.statistics.paths = did.explored.paths;
        gathered.statistics.cut_paths = did.explored.cut_paths;
        gathered.statistics.steps = did.explored.steps;
        gathered.statistics.queries = engine.judge.queries;
        gathered.statistics.nearest = engine.nearest_path().map(|nearest| Nearest {
            steps: nearest.steps,
            location: location(program, nearest.place),
        });
        let work = WorkCounts {
            units: 1,
            start_paths: did.resumed.paths,
            replayed_steps: did.resumed.steps,
            replayed_queries: did.resumed.queries,
            lost: did.resumed.lost,
        };
        let Counts { forks, merged, folded, loops, made_concrete, interleavings } = engine.counts;
        let solver = solver_counts(&engine);
        let (coverage, lines) = Default::default();
        gathered.details = Details {
            coverage,
            lines,
            forks,
            merged,
            folded,
            loops,
            made_concrete,
            interleavings,
            work,
            solver,
        };
        gathered.undecided = engine.judge.undecided;
        gathered.is_stopped |= engine.judge.solver().left_by_pipe() > 0;
        gathered.uncertain = engine.judge.uncertain;
        gathered.unsearched = engine.judge.unsearched;
        gathered.unknown_calls = engine.unknown_calls;
        gathered.left_out = engine.judge.left_out;
        gathered.untried_turns = engine.judge.untried_turns;
        gathered.one_answer = engine.judge.one_answer;
        for (span, count) in &engine.judge.placed {
            let what = PLACED.to_owned();
            gathered.omit(OmissionKind::Addresses, what, location(program, *span), *count);
        }
        (gathered, tree)
    }

    /// Panics if this unit was to, so that tests see what comes of it.
    fn panic_if_asked(&self, at: &str) {
        let is_it = self.options.panic_in.as_deref() == Some(at);
        assert!(!is_it, "a deliberate panic");
    }

    fn found(&self, program: &Program, event: &Event, possible: bool) -> Found {
        let finding = Finding { possible, ..found::finding(program, event) };
        Found { finding, node: event.evidence.node }
    }
}

/// What is said where a path went on with the addresses that objects have here.
const PLACED: &str = "what depends on where objects lie in memory";

fn cannot_start(program: &Program, entry: FuncId, stop: &Stop) -> String {
    let name = &program.functions[entry].name;
    let why = match stop {
        Stop::Unsupported(what) => what.clone(),
        Stop::Fault(fault) => fault.to_string(),
        other => format!("{other:?}"),
    };
    format!("`{name}` cannot be started: {why}")
}

fn tell_likelihood(finding: &mut Finding, share: Option<Share>) {
    if let Some(share) = share {
        finding.likelihood = Some(rounded(share));
        finding.likelihood_at_most = share.at_most;
    }
}

/// A share in four digits: those after them are chance. Only what is all of it is 1, and nothing is 0.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_counted_together() {
        let said = Mutex::new(Progress::default());
        let watch = |progress| {
            *said.lock().expect("no thread panics") = progress;
            true
        };
        let tally = Tally::new(&watch, &MemoryBound::of(u64::MAX));
        let (mut one, mut other) = (Progress::default(), Progress::default());
        let now = |paths, waiting, nearest| Progress { paths, waiting, nearest, ..one };
        let states = [now(3, 5, Some(20)), now(1, 2, None), now(4, 1, Some(30))];
        tally.look(states[0], &mut one);
        tally.look(states[1], &mut other);
        tally.look(states[2], &mut one);
        let all = *said.lock().expect("no thread panics");
        assert_eq!(all, Progress { paths: 5, waiting: 3, nearest: Some(20), ..all });
        // None of the states of one that ended waits.
        tally.leave(&one);
        tally.look(other, &mut other.clone());
        let all = *said.lock().expect("no thread panics");
        assert_eq!((all.paths, all.waiting), (5, 2));
    }
}
