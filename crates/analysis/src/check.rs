//! Checking a program: every path from its entry points, and what goes wrong on them.

use crate::library::LIBRARY_FILE;
use margay_checkers::claim;
use margay_engine::{
    Arguments, ClosedWorld, Counts, Engine, Event, Explored, FunctionCoverage, InputValue, Judge,
    Limits, Merge, Progress, Recorder, Step, StepKind, Stop,
};
use margay_ir::finding::{
    Confirmation, Coverage, Details, Finding, Input, Location, Note, Omission, OmissionKind,
    Outcome, SolverCounts, Statistics,
};
use margay_ir::spell::library_name;
use margay_ir::tree::{ExecutionTree, FindingAt};
use margay_ir::{CallGraph, FuncId, Function, Id, Op, Operand, Program, SpanId};
use margay_models::symbolic::{InputLimits, SymbolicLibrary};
use margay_smt::{Budget, ChainOptions, Layer, Pipe, PipeCommand, Share};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

/// What to check, and how far.
#[derive(Clone, Debug)]
pub struct CheckOptions {
    pub limits: Limits,
    /// For each function that is looked at by itself.
    pub function_limits: Limits,
    pub arguments: Arguments,
    pub input: InputLimits,
    /// Whether a symbol that a path leaves one value becomes that value.
    pub concretion: bool,
    /// Whether loops that the input has no say in are executed to their end.
    pub unroll: bool,
    /// Whether paths go on behind loops that are not followed to their end.
    pub widen: bool,
    /// Which paths are made one where they meet.
    pub merge: Merge,
    /// Whether the outcome has the execution tree.
    pub tree: bool,
    /// When the check must be over. Who watches it ends it; a solver in another process is not
    /// waited for longer.
    pub ends: Option<Instant>,
}

impl Default for CheckOptions {
    fn default() -> Self {
        let arguments = Arguments { program: b"program".to_vec(), min: 0, max: 2, len: 8 };
        CheckOptions {
            limits: Limits::default(),
            function_limits: Limits::for_function(),
            arguments,
            input: InputLimits::default(),
            concretion: true,
            unroll: true,
            widen: true,
            merge: Merge::Choose,
            tree: false,
            ends: None,
        }
    }
}

/// Checks a program from `main`, then every function that has not been reached in full. `watch` hears on
/// every path, and every few thousand steps, how far the check is; it ends the check by
/// answering false.
pub fn check(
    program: &Program,
    options: &CheckOptions,
    watch: &mut dyn FnMut(Progress) -> bool,
) -> Outcome {
    let library = SymbolicLibrary { limits: options.input };
    let mut engine = Engine::new(program, &library, Box::new(ClosedWorld::default()));
    // Floating point is decided by an SMT solver, if there is one. A question that is hard is
    // left open soon: there are thousands of others.
    let budget = Budget { conflicts: 2_000, propagations: 500_000, hand_on: false };
    let hurried = |command| PipeCommand { hurried: true, ends: options.ends, ..command };
    let pipe = Pipe::find().map(hurried);
    engine.judge = Judge::new(ChainOptions { pipe, budget });
    engine.options.concretion = options.concretion;
    engine.options.unroll = options.unroll;
    engine.options.widen = options.widen;
    engine.options.merge = options.merge;
    engine.tree = options.tree.then(Recorder::default);
    let mut collected = Collected::default();
    let main = program.function("main").filter(|id| program.functions[*id].has_body());
    if let Some(main) = main {
        match engine.start_main_symbolic(main, &options.arguments) {
            Ok(state) => {
                let explored = engine.explore(state, &options.limits, watch);
                if reads_parameters(&program.functions[main]) {
                    let Arguments { max, len, .. } = options.arguments;
                    let plural = if max == 1 { "" } else { "s" };
                    let what =
                        format!("more than {max} argument{plural} or more than {len} bytes in one");
                    engine.judge.left_out.insert(what);
                }
                collected.add(program, explored);
            }
            Err(stop) => collected.unstarted(program, main, &stop),
        }
        collected.statistics.entries += 1;
    }
    // Where nobody knows what callers pass, little hangs on a hard question.
    let budget = Budget { conflicts: 100, propagations: 50_000, hand_on: false };
    engine.judge.ask(ChainOptions { pipe: None, budget });
    let entries = callers_first(program);
    let mut alone = |entry: FuncId, engine: &mut Engine<'_>, collected: &mut Collected| {
        match engine.start_function_symbolic(entry) {
            Ok(state) => {
                let explored = engine.explore(state, &options.function_limits, watch);
                collected.add(program, explored);
            }
            Err(stop) => collected.unstarted(program, entry, &stop),
        }
        collected.statistics.entries += 1;
    };
    // What a caller was seen to call is looked at with what callers pass.
    let mut seen = BTreeSet::new();
    for entry in &entries {
        if !engine.has_entered(*entry) {
            seen.insert(*entry);
            alone(*entry, &mut engine, &mut collected);
        }
    }
    // Where limits have kept the paths of callers from parts of it, it is looked at for those.
    for entry in &entries {
        if !seen.contains(entry) && engine.has_left_out(*entry) {
            alone(*entry, &mut engine, &mut collected);
        }
    }
    // What it calls may have used up its own limits: then that is taken for unknown.
    engine.options.shallow = true;
    for entry in entries {
        if engine.has_left_out(entry) {
            alone(entry, &mut engine, &mut collected);
        }
    }
    let events = std::mem::take(&mut engine.judge.events).into_iter().map(|event| (event, false));
    let possible = std::mem::take(&mut engine.judge.possible_events);
    let possible = possible.into_iter().map(|event| (event, true));
    collected.findings.extend(events.chain(possible).map(|(event, possible)| {
        let finding = Finding { possible, ..finding(program, &event) };
        (finding, event)
    }));
    collected.tree = engine.tree.take().map(Recorder::into_tree);
    collected.statistics.queries = engine.judge.queries;
    collected.statistics.details = Some(details(&engine));
    for (name, count) in &engine.unknown_calls {
        collected.omissions.push(Omission {
            kind: OmissionKind::UnknownFunction,
            what: name.clone(),
            location: None,
            count: *count,
        });
    }
    if engine.judge.uncertain > 0 {
        let (kind, what) = if engine.unknown_calls.is_empty() {
            (OmissionKind::Input, "faults that hang on what is left of older lines")
        } else {
            (OmissionKind::UnknownFunction, "faults that hang on what they do to other variables")
        };
        collected.omissions.push(Omission {
            kind,
            what: what.to_owned(),
            location: None,
            count: engine.judge.uncertain,
        });
    }
    for what in std::mem::take(&mut engine.judge.left_out) {
        let kind = OmissionKind::Input;
        collected.omissions.push(Omission { kind, what, location: None, count: 0 });
    }
    for name in std::mem::take(&mut engine.judge.one_answer) {
        let (kind, what) = (OmissionKind::Unsupported, format!("other answers of `{name}`"));
        collected.omissions.push(Omission { kind, what, location: None, count: 0 });
    }
    if engine.judge.undecided > 0 {
        collected.omissions.push(Omission {
            kind: OmissionKind::Undecided,
            what: "questions that the solver left open".to_owned(),
            location: None,
            count: engine.judge.undecided,
        });
    }
    collected.finish(|event| engine.likelihood(event))
}

#[derive(Default)]
struct Collected {
    findings: Vec<(Finding, Event)>,
    omissions: Vec<Omission>,
    statistics: Statistics,
    tree: Option<ExecutionTree>,
}

impl Collected {
    fn add(&mut self, program: &Program, explored: Explored) {
        self.statistics.paths += explored.paths;
        self.statistics.cut_paths += explored.cut_paths;
        self.statistics.steps += explored.steps;
        for ((cut, span, what), count) in explored.cuts {
            let (kind, words) = cut.words();
            let what = if what.is_empty() { words.to_owned() } else { what };
            let location = location(program, span);
            self.omissions.push(Omission { kind, what, location, count });
        }
    }

    fn unstarted(&mut self, program: &Program, entry: FuncId, stop: &Stop) {
        let name = &program.functions[entry].name;
        let why = match stop {
            Stop::Unsupported(what) => what.clone(),
            Stop::Fault(fault) => fault.to_string(),
            other => format!("{other:?}"),
        };
        self.omissions.push(Omission {
            kind: OmissionKind::Unsupported,
            what: format!("`{name}` cannot be started: {why}"),
            location: None,
            count: 1,
        });
    }

    /// One finding for each rule and place, the one that is told in the fewest words: the worst
    /// first, of those the likeliest, of those in the order of places.
    fn finish(mut self, mut likelihood: impl FnMut(&Event) -> Option<Share>) -> Outcome {
        if let Some(tree) = &mut self.tree {
            tree.findings.extend(self.findings.iter().map(|(finding, event)| FindingAt {
                node: event.evidence.node,
                rule: finding.rule.clone(),
                message: finding.message.clone(),
                location: finding.location.clone(),
            }));
        }
        let mut unique: BTreeMap<(Location, String), (Finding, Event)> = BTreeMap::new();
        let words = |finding: &Finding| (finding.possible, finding.path.len(), finding.input.len());
        for found in self.findings {
            let key = (found.0.location.clone(), found.0.rule.clone());
            match unique.entry(key) {
                Entry::Vacant(entry) => {
                    entry.insert(found);
                }
                Entry::Occupied(mut entry) if words(&found.0) < words(&entry.get().0) => {
                    entry.insert(found);
                }
                Entry::Occupied(_) => {}
            }
        }
        let mut findings: Vec<Finding> = Vec::new();
        for (mut finding, event) in unique.into_values() {
            if let Some(share) = likelihood(&event) {
                finding.likelihood = Some(rounded(share));
                finding.likelihood_at_most = share.at_most;
            }
            findings.push(finding);
        }
        // Those of which it is not known come behind the others.
        let unlikely = |finding: &Finding| -finding.likelihood.unwrap_or(-1.0);
        findings.sort_by(|a, b| {
            let class = |finding: &Finding| (finding.possible, finding.severity);
            class(a).cmp(&class(b)).then(unlikely(a).total_cmp(&unlikely(b)))
        });
        let mut omissions = self.omissions;
        omissions.sort();
        Outcome { findings, omissions, statistics: self.statistics, tree: self.tree }
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

/// How the exploration went.
fn details(engine: &Engine<'_>) -> Details {
    let Counts { forks, merged, folded, loops, made_concrete } = engine.counts;
    let solver = engine.judge.solver();
    let answered = |layer| solver.answered(layer);
    let solver = SolverCounts {
        rewriting: answered(Layer::Rewriting),
        domains: answered(Layer::Domains),
        models: answered(Layer::Models),
        slicing: answered(Layer::Slicing),
        cache: answered(Layer::Cache),
        search: answered(Layer::Search),
        sat: answered(Layer::Core),
        pipe: answered(Layer::Pipe),
        undecided: solver.unknown(),
    };
    let coverage = coverage(engine);
    Details { coverage, forks, merged, folded, loops, made_concrete, solver }
}

/// How much of each function of the program was reached; the library's own C is none of it.
fn coverage(engine: &Engine<'_>) -> Vec<Coverage> {
    let program = engine.program;
    let mut coverage: Vec<Coverage> = engine
        .coverage()
        .into_iter()
        .filter_map(|FunctionCoverage { function, reached, blocks }| {
            let function = &program.functions[function];
            let span = function.source.as_ref().map(|source| source.span);
            if span.is_some_and(|span| program.source.is_library(span)) {
                return None;
            }
            let place = span.and_then(|span| location(program, span)).unwrap_or_else(nowhere);
            let name = Some(function.display_name().to_owned());
            let location = Location { column: 0, function: name, ..place };
            Some(Coverage { location, reached, blocks })
        })
        .collect();
    coverage.sort_by(|a, b| a.location.cmp(&b.location));
    coverage
}

/// The program's own functions with a body: first those that nothing calls, then the others, callers
/// before those they call.
fn callers_first(program: &Program) -> Vec<FuncId> {
    let graph = CallGraph::new(program);
    let mut order = graph.roots(program);
    order.extend(graph.bottom_up().into_iter().rev().flatten());
    let mut seen = vec![false; program.functions.len()];
    let own = |id: &FuncId| {
        let function = &program.functions[*id];
        let place = function.source.as_ref().map(|source| source.span);
        function.has_body() && place.is_none_or(|span| !program.source.is_library(span))
    };
    order.retain(|id| own(id) && !std::mem::replace(&mut seen[id.index()], true));
    order
}

/// Whether a function does anything with its parameters but keep them.
fn reads_parameters(function: &Function) -> bool {
    let is_parameter = |operand: &Operand| match operand {
        Operand::Reg(reg) => reg.index() < function.param_count(),
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

/// The place in the source, if the program has debug info there.
fn location(program: &Program, span: SpanId) -> Option<Location> {
    program.source.location(span)
}

/// A place of which nothing is known.
fn nowhere() -> Location {
    Location {
        file: "<unknown>".into(),
        directory: Default::default(),
        line: 0,
        column: 0,
        function: None,
    }
}

fn finding(program: &Program, event: &Event) -> Finding {
    let claim = claim(program, event);
    // A fault inside the library's own C is the caller's.
    let mut places = std::iter::once(event.span)
        .chain(event.calls.iter().copied())
        .filter_map(|span| location(program, span))
        .filter(|location| !location.file.starts_with(LIBRARY_FILE));
    let place = match claim.at {
        Some(span) => location(program, span),
        None => places.next(),
    };
    let related = claim
        .related
        .into_iter()
        .filter_map(|(span, message)| Some(Note { location: location(program, span)?, message }))
        .collect();
    Finding {
        rule: claim.rule.name.to_owned(),
        severity: claim.rule.severity,
        message: claim.message,
        label: claim.label,
        cwe: claim.cwe,
        alone: event
            .evidence
            .alone
            .map(|function| program.functions[function].display_name().to_owned()),
        possible: false,
        in_object: claim.in_object,
        location: place.unwrap_or_else(nowhere),
        stack: places.collect(),
        related,
        path: event.evidence.steps.iter().filter_map(|step| note(program, step)).collect(),
        input: event.evidence.inputs.iter().map(|value| input(program, value)).collect(),
        likelihood: None,
        likelihood_at_most: false,
        confirmation: Confirmation::Untried,
        suppressed: None,
    }
}

fn note(program: &Program, step: &Step) -> Option<Note> {
    let message = match step.kind {
        StepKind::Branch(true) => "taking the true branch".to_owned(),
        StepKind::Branch(false) => "taking the false branch".to_owned(),
        StepKind::Goes(to) => format!("going on at line {}", program.source.spans[to].line),
        StepKind::Case(true) => "a case of the switch matches".to_owned(),
        StepKind::Call { function, fails } => {
            let how = if fails { "fails" } else { "succeeds" };
            format!("`{}` {how}", library_name(&program.functions[function].name))
        }
        StepKind::Null(true) => "the pointer is null".to_owned(),
        StepKind::Null(false) => "the pointer is not null".to_owned(),
        StepKind::AnyIterations => "the loop goes round any number of times".to_owned(),
        StepKind::Value(value) => format!("the value is {value} here"),
        // Each case is asked for by itself; the one that matches says all.
        StepKind::Case(false) | StepKind::Silent => return None,
    };
    let location = location(program, step.span)?;
    // What the library's own C does is not the program's way.
    (!location.file.starts_with(LIBRARY_FILE)).then_some(Note { location, message })
}

fn input(program: &Program, value: &InputValue) -> Input {
    Input {
        source: value.source.clone(),
        bytes: value.bytes.clone(),
        form: value.form,
        location: location(program, value.site),
    }
}
