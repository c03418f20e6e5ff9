//! Checking a program: every path from its entry points, and what goes wrong on them.
//!
//! The work is cut into units, by the steps that they take and not by the clock, and done in rounds:
//! the units of a round are taken by any number of workers, and what they found is put together in
//! their order before the next round is made. So the outcome is the same for any number of workers.

use crate::collect::Collected;
use crate::found::location;
use crate::gathered::Gathered;
use crate::generate::{Test, TestOptions};
use crate::memory::MemoryBound;
use crate::order::CallOrder;
use crate::store::{Results, Store};
use crate::unit::{Context, Handed, Left, MainTask, Tally, Unit, Why};
use margay_engine::{
    Arguments, Cut, Interleavings, Knowledge, Limits, Merge, Part, Plan, Progress, Reached, Target,
};
use margay_frontend::{Stop, in_parallel};
use margay_ir::finding::{Location, OmissionKind, Outcome};
use margay_ir::limit::Limit;
use margay_ir::{FuncId, Function, Id, Op, Operand, Program, Slice, Slicer};
use margay_models::flow::Policy;
use margay_models::symbolic::{InputLimits, assumed};
use margay_smt::{Pipe, PipeCommand};
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Instant;

/// Units in one round at most: some for each worker, so that none waits long for the others.
const WIDTH: u64 = 32;

/// What to check, and how far.
#[derive(Clone, Debug)]
pub struct CheckOptions {
    pub limits: Limits,
    /// For each function that is analysed alone.
    pub function_limits: Limits,
    pub arguments: Arguments,
    pub input: InputLimits,
    /// Which labels inputs have, and where they must not go.
    pub flow: Arc<Policy>,
    /// Whether a symbol that a path leaves one value becomes that value.
    pub concretion: bool,
    /// Whether loops that the input has no say in are executed to their end.
    pub unroll: bool,
    /// Whether paths go on after loops that are not followed to their end.
    pub widen: bool,
    /// Whether a path ends in a loop that comes back to a state which it was in.
    pub endless: bool,
    /// Which paths are made one where they meet.
    pub merge: Merge,
    /// Which orders of turns of threads are tried.
    pub interleavings: Interleavings,
    /// Whether the outcome has the execution tree.
    pub tree: bool,
    /// Whether the outcome has which lines were reached.
    pub lines: bool,
    /// Whether findings have which lines their paths pass.
    pub passed: bool,
    /// Threads that take units of work; 0 for as many as there are processors. The outcome is the
    /// same for any number.
    pub jobs: usize,
    /// How much a unit does before it gives back what is left to follow, if not what is usual.
    pub unit_steps: Option<u64>,
    /// A unit that panics: `main`, `part` for one of its parts, or a function. Tests hold that all else goes on.
    pub panic_in: Option<String>,
    /// Where paths are wanted. Then `main` alone is analysed, until as many have come there.
    pub target: Option<Target>,
    /// How many paths are wanted there. If it is more than one, each takes other branches than the
    /// others, and paths must not be merged.
    pub paths_wanted: usize,
    /// How it is sought there, path by path, and the seed of what is left to chance; if not as
    /// `check` explores.
    pub plan: Option<(Plan, u64)>,
    /// It is sought by counting how loops iterate, before paths are followed.
    pub navigate: bool,
    /// Whether functions that no path enters are analysed alone.
    pub functions: bool,
    /// Reads that are faults where the value was never written or points to what was freed, whatever
    /// becomes of it.
    pub inspected: Target,
    /// Whether what is lost at several places is a finding for each.
    pub losses_apart: bool,
    /// Which tests are wanted, if any. Then `main` alone is analysed.
    pub tests: Option<TestOptions>,
    /// How many solver queries earlier checks of the same question left undecided: the external solver is given less
    /// time for the next.
    pub left_open: u64,
    /// When the check must be over. Who watches it ends it; a solver in another process is not
    /// waited for longer.
    pub ends: Option<Instant>,
    /// Set when the check is interrupted. Who watches it ends it; a solver in another process is not waited
    /// for.
    pub stop: Stop,
    /// How much memory the process may take.
    pub memory: MemoryBound,
    /// What the program was made without, one phrase each: it may be another one.
    pub untold: Vec<String>,
    /// What came of earlier checks, which is not done again.
    pub store: Option<Arc<Store>>,
}

impl CheckOptions {
    /// Whether only the findings count: no goal is searched for, and neither tests nor a tree are made of the paths.
    pub(crate) fn is_plain_check(&self) -> bool {
        let is_sought = self.target.is_some() || self.plan.is_some() || self.navigate;
        !is_sought && self.tests.is_none() && !self.tree
    }
}

impl Default for CheckOptions {
    fn default() -> Self {
        let arguments = Arguments { program: b"program".to_vec(), min: 0, max: 2, len: 8 };
        CheckOptions {
            limits: Limits::default(),
            function_limits: Limits::for_function(),
            arguments,
            input: InputLimits::default(),
            flow: Arc::default(),
            concretion: true,
            unroll: true,
            widen: true,
            endless: true,
            merge: Merge::Choose,
            interleavings: Interleavings::default(),
            tree: false,
            lines: false,
            passed: false,
            jobs: 0,
            unit_steps: None,
            panic_in: None,
            target: None,
            paths_wanted: 1,
            plan: None,
            navigate: false,
            functions: true,
            inspected: Target::default(),
            losses_apart: false,
            tests: None,
            left_open: 0,
            ends: None,
            stop: Stop::default(),
            memory: MemoryBound::default(),
            untold: Vec::new(),
            store: None,
        }
    }
}

/// Checks a program from `main`, then every function that has not been reached in full. `watch` hears on
/// every path, and every few thousand steps, how far the check is; it ends the check by
/// answering false.
pub fn check(
    program: &Program,
    options: &CheckOptions,
    watch: &(dyn Fn(Progress) -> bool + Sync),
) -> Outcome {
    let mut check = Check::new(program, options, watch);
    check.main();
    if options.target.is_none() && options.functions {
        check.functions();
    }
    check.finish().0
}

/// Explores a program from `main` several times, each time as options say and with what is known from
/// the times before, as long as something was left out. Gives the tests that the last ones want.
pub(crate) fn explore_again<'a>(
    program: &'a Program,
    all: &'a [CheckOptions],
    watch: &'a (dyn Fn(Progress) -> bool + Sync),
) -> (Outcome, Vec<Test>) {
    let Some(first) = all.first() else { return Default::default() };
    let mut check = Check::new(program, first, watch);
    for options in all {
        check.context.options = options;
        check.collected.forget_omissions();
        let is_cut = check.main();
        if !is_cut || check.collected.has_all_that_is_wanted() || !watch(Progress::default()) {
            break;
        }
    }
    check.finish()
}

/// The part of the limits that single paths have where queries of merged ones were undecided.
const SINGLY: u64 = 4;

struct Check<'a> {
    program: &'a Program,
    context: Context<'a>,
    /// What is known of the paths of `main`, in the part of the program that they can come to.
    known: Knowledge,
    /// What was reached of the program.
    reached: Reached,
    collected: Collected<'a>,
}

impl<'a> Check<'a> {
    fn new(
        program: &'a Program,
        options: &'a CheckOptions,
        watch: &'a (dyn Fn(Progress) -> bool + Sync),
    ) -> Check<'a> {
        let (ends, stop) = (options.ends, options.stop.clone());
        let hurried = |command| PipeCommand { hurried: true, ends, stop: stop.clone(), ..command };
        let pipe = Pipe::find().map(hurried);
        let (slicer, tally) = (Slicer::new(program), Tally::new(watch, &options.memory));
        let results = Results::new(options, &slicer, pipe.as_ref());
        let merge = options.merge;
        let context = Context { slicer, options, merge, pipe, tally, results };
        let collected = Collected::new(program, options);
        let (known, reached) = (Knowledge::default(), Reached::default());
        Check { program, context, known, reached, collected }
    }

    fn finish(self) -> (Outcome, Vec<Test>) {
        self.collected.finish(&self.reached)
    }

    /// Follows the paths of `main`, if there is one, in as many rounds as it takes. Says whether
    /// something was left out.
    fn main(&mut self) -> bool {
        let main = self.program.main();
        let main = main.filter(|id| self.program.functions[*id].has_body());
        let Some(main) = main else { return false };
        let key = self.context.results.as_ref().map(|results| (results, results.key_of_main(main)));
        if let Some((gathered, reached)) = key.and_then(|(results, key)| results.get(key)) {
            (self.collected.gathered, self.reached) = (gathered, reached);
            // Who asks explores again, and keeps nothing.
            return false;
        }
        let slice = self.context.slice(main);
        let mut is_cut = self.follow_main(&slice, self.context.options.limits);
        if self.has_hard_queries_of_merged_paths() {
            is_cut = self.follow_main_singly(&slice, is_cut);
        }
        let reached = self.known.reached.renumbered(|function| slice.in_whole(function));
        self.reached.join(&reached);
        self.leave_out_arguments(main);
        let gathered = &mut self.collected.gathered;
        gathered.is_stopped |= !self.context.tally.goes_on();
        if let Some(results) = &self.context.results {
            results.put(results.key_of_main(main), gathered, &reached);
        }
        is_cut
    }

    /// Says which arguments no path of `main` was given.
    fn leave_out_arguments(&mut self, main: FuncId) {
        let main = &self.program.functions[main];
        if reads_parameters(main, 2) {
            self.collected.leave_out(assumed::ENVIRONMENT.to_owned());
        }
        if reads_parameters(main, 0) {
            let Arguments { max, len, .. } = self.context.options.arguments;
            let plural = if max == 1 { "" } else { "s" };
            let what = format!(
                "more than {max} argument{plural} or more than {len} bytes in one ({})",
                Limit::Arguments.mark()
            );
            self.collected.leave_out(what);
        }
    }

    /// Whether queries of merged paths were so hard that single ones may come further: some were undecided,
    /// or few used up the limit.
    fn has_hard_queries_of_merged_paths(&self) -> bool {
        let options = self.context.options;
        let gathered = &self.collected.gathered;
        let (kind, words) = Cut::Queries.words();
        let is_limit = |key: &(OmissionKind, String, _)| key.0 == kind && key.1 == words;
        let are_few = gathered.statistics.queries < options.limits.queries;
        let is_used_up = are_few && gathered.omissions.keys().any(is_limit);
        (gathered.undecided > 0 || is_used_up)
            && gathered.details.merged > 0
            && options.merge == Merge::Choose
            && options.is_plain_check()
            && self.context.tally.goes_on()
    }

    /// Follows the paths of `main` once more without merging any, within a part of the limits. What is found
    /// counts; what else is told is that of the merged paths, unless all single ones were followed.
    fn follow_main_singly(&mut self, slice: &Slice<'_>, was_cut: bool) -> bool {
        let none = Gathered::new(self.context.options.losses_apart);
        let merged = std::mem::replace(&mut self.collected.gathered, none);
        let left_out = self.known.reached.take_truncated();
        self.context.merge = Merge::Equal;
        let is_cut = self.follow_main(slice, self.context.options.limits.part(SINGLY));
        self.context.merge = self.context.options.merge;
        let gathered = &mut self.collected.gathered;
        if !is_cut && gathered.undecided == 0 {
            gathered.is_stopped |= merged.is_stopped;
            let certain = merged.findings.into_iter().filter(|(finding, ())| !finding.possible);
            certain.for_each(|(finding, ())| gathered.findings.add(finding, ()));
            return false;
        }
        self.known.reached.take_truncated();
        self.known.reached.truncated(&left_out);
        let single = std::mem::replace(gathered, merged);
        gathered.is_stopped |= single.is_stopped;
        gathered.findings.join(single.findings);
        let failed = single.omissions.into_iter().filter(|((kind, ..), _)| kind.is_failure());
        failed.for_each(|((kind, what, location), count)| {
            gathered.omit(kind, what, location, count);
        });
        was_cut
    }

    fn follow_main(&mut self, slice: &Slice<'_>, whole: Limits) -> bool {
        let mut left = whole;
        let mut parts = vec![None];
        let mut called = BTreeSet::new();
        let mut is_cut = false;
        while !parts.is_empty() {
            let limits = left.share(parts.len() as u64);
            let units = parts.into_iter().map(|part| Unit { part, limits }).collect();
            let (mut rest, mut limit) = (Part::default(), None);
            for done in self.round(slice, units) {
                left.spend(&done.used);
                is_cut |= done.is_cut;
                called.extend(done.called);
                limit = limit.or(done.limit);
                rest.extend(done.rest);
            }
            if self.collected.has_all_that_is_wanted() {
                break;
            }
            match limit.and(left.used_up(&whole)) {
                Some(cut) => {
                    is_cut |= !rest.is_empty();
                    self.collected.cut(&slice.program, &rest, cut);
                    parts = Vec::new();
                }
                None => {
                    let split = rest.split(left.units(WIDTH)).into_iter();
                    parts = split.map(|part| Some(Handed::new(part))).collect();
                }
            }
        }
        if is_cut {
            self.known.reached.truncated(&called);
        }
        self.collected.settle_doubts(&self.known);
        is_cut
    }

    /// Analyses functions alone, without their callers.
    fn functions(&mut self) {
        let order = CallOrder::new(self.program);
        // What a caller was seen to call is analysed with what callers pass.
        let seen = self.waves(&order, order.functions.clone(), Why::NotEntered);
        // Where limits have kept the paths of callers from parts of it, it is analysed for those.
        let others = order.functions.iter().copied().filter(|entry| !seen.contains(entry));
        self.waves(&order, others.collect(), Why::LeftOut);
        // What it calls may have used up its own limits: then that is taken for unknown.
        self.waves(&order, order.functions.clone(), Why::Shallow);
    }

    /// Looks at those functions for which there is a reason, and at none before those that call it: then there may be
    /// no reason left. Gives those that were analysed.
    fn waves(&mut self, order: &CallOrder, mut waiting: Vec<FuncId>, why: Why) -> BTreeSet<FuncId> {
        let mut seen = BTreeSet::new();
        while !waiting.is_empty() {
            let (program, reached) = (self.program, &self.reached);
            let wanted = waiting.into_iter().filter(|entry| why.holds(program, reached, *entry));
            let (wave, later) = order.first_of(wanted);
            if !wave.is_empty() && !self.context.tally.goes_on() {
                let (kind, words) = Cut::Stopped.words();
                self.collected.gathered.omit(kind, words.to_owned(), None, 0);
                break;
            }
            let context = &self.context;
            let outcomes = guarded(&wave, context, |entry| context.run_function(*entry, why));
            for (entry, outcome) in wave.iter().zip(outcomes) {
                match outcome {
                    Ok(outcome) => {
                        let reached = self.collected.add_function(*entry, outcome);
                        self.reached.join(&reached);
                        seen.insert(*entry);
                    }
                    Err(words) => {
                        let name = self.program.functions[*entry].display_name();
                        self.fail(format!("`{name}` ({words})"), None, 0);
                    }
                }
            }
            waiting = later;
        }
        seen
    }

    /// Lets workers do some units of `main`, and puts together what came of them. Gives what each has left.
    fn round(&mut self, slice: &Slice<'_>, units: Vec<Unit>) -> Vec<Left> {
        self.hurry();
        let (context, known) = (&self.context, &self.known);
        let outcomes =
            guarded(&units, context, |unit| context.run_main(MainTask { slice, unit, known }));
        let before = self.known.clone();
        let mut done = Vec::new();
        for (unit, outcome) in units.iter().zip(outcomes) {
            done.push(match outcome {
                Ok(mut outcome) => {
                    self.known.join(std::mem::take(&mut outcome.knowledge), &before);
                    let nodes = unit.part.as_ref().map_or(&[][..], |part| &part.nodes);
                    self.collected.add(outcome, nodes)
                }
                Err(words) => self.fail_main(slice, unit, &words),
            });
        }
        done
    }

    /// What the external solver could not decide so far makes it give up sooner: each engine has a solver of its own,
    /// and a hard query would be put to one after the other. Counted between rounds, it is the same for any number of
    /// workers.
    fn hurry(&mut self) {
        let undecided = self.collected.gathered.details.solver.undecided;
        if let Some(pipe) = &mut self.context.pipe {
            pipe.left_open = self.context.options.left_open + undecided;
        }
    }

    /// A worker has failed at a unit. What was called so far may have been left in part.
    fn fail_main(&mut self, slice: &Slice<'_>, unit: &Unit, words: &str) -> Left {
        match &unit.part {
            None => self.fail(format!("`main` ({words})"), None, 0),
            Some(part) => {
                let place = part.place.and_then(|span| location(&slice.program, span));
                self.collected.give_up(part.nodes.iter().copied(), "not analysed");
                let count = part.nodes.len() as u64;
                self.fail(format!("some paths of `main` ({words})"), place, count);
            }
        }
        let entered = |id: &FuncId| self.known.reached.has_entered(*id);
        let called = slice.program.functions.ids().filter(entered).collect();
        Left { is_cut: true, called, ..Left::default() }
    }

    fn fail(&mut self, what: String, place: Option<Location>, count: u64) {
        self.collected.gathered.omit(OmissionKind::Failed, what, place, count);
        self.collected.gathered.is_stopped = true;
    }
}

/// Does some work on several threads. What fails gives the words of its panic.
fn guarded<T: Sync, R: Send>(
    items: &[T],
    context: &Context<'_>,
    work: impl Fn(&T) -> R + Sync,
) -> Vec<Result<R, String>> {
    in_parallel(items, context.options.jobs, |item| {
        catch_unwind(AssertUnwindSafe(|| work(item))).map_err(|panic| {
            let words = panic.downcast_ref::<String>().map(String::as_str);
            let words = words.or_else(|| panic.downcast_ref::<&str>().copied());
            words.unwrap_or("a panic").to_owned()
        })
    })
}

/// Whether a function does anything with its parameters but keep them.
fn reads_parameters(function: &Function, first: usize) -> bool {
    let is_parameter = |operand: &Operand| match operand {
        Operand::Reg(reg) => (first..function.param_count()).contains(&reg.index()),
        Operand::Const(_) => false,
    };
    function.insts.iter().any(|inst| match &inst.op {
        Op::SlotStore { slot, value } if is_parameter(value) => {
            let reads = |op: &Op| matches!(op, Op::SlotLoad { slot: from } if from == slot);
            function.insts.iter().any(|inst| reads(&inst.op))
        }
        op => {
            let mut uses = false;
            op.for_each_operand(|operand| uses |= is_parameter(operand));
            uses
        }
    })
}
