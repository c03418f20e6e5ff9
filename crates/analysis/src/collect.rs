//! What units of work found, put together in their order.

use crate::check::CheckOptions;
use crate::found::{location, nowhere};
use crate::gathered::{Gathered, INTERRUPTED};
use crate::generate::{Per, Test, TestOptions, Tests};
use crate::lines::lines;
use crate::memory::{MemoryBound, OUT_OF_MEMORY};
use crate::unit::{Found, FunctionOutcome, Left, UnitOutcome};
use margay_engine::{
    Answers, Cut, Doubtful, Folded, FunctionCoverage, Knowledge, Part, Reached, TARGET_REACHED,
};
use margay_frontend::Stop;
use margay_ir::finding::{
    Coverage, Details, Finding, Location, Omission, OmissionKind, Outcome, Statistics,
};
use margay_ir::tree::ExecutionTree;
use margay_ir::{FuncId, NodeId, Program};
use margay_models::symbolic::assumed;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::Ordering;

pub(crate) struct Collected<'p> {
    program: &'p Program,
    /// Paths are wanted somewhere, and so many.
    seeks: bool,
    /// It is to be said that nothing leads somewhere, so that all counts that was left out.
    excludes: bool,
    /// It is to be said which lines were reached.
    wants_lines: bool,
    paths_wanted: usize,
    pub gathered: Gathered,
    /// Which tests are wanted, and those that were found.
    wanted_tests: Option<TestOptions>,
    tests: Tests,
    tree: Option<ExecutionTree>,
    doubtful: Doubtful<Found>,
    folded: Vec<Folded>,
    answers: Answers,
    /// The functions that were analysed without their callers.
    alone: BTreeSet<FuncId>,
    /// What the program was made without.
    untold: Vec<String>,
    stop: Stop,
    memory: MemoryBound,
}

impl<'p> Collected<'p> {
    pub fn new(program: &'p Program, options: &CheckOptions) -> Self {
        Collected {
            program,
            seeks: options.target.is_some(),
            excludes: options.target.is_some() || options.losses_apart,
            wants_lines: options.lines,
            paths_wanted: options.paths_wanted,
            gathered: Gathered::new(options.losses_apart),
            wanted_tests: options.tests,
            tests: Tests::default(),
            tree: options.tree.then(ExecutionTree::default),
            doubtful: Doubtful::default(),
            folded: Vec::new(),
            answers: Answers::default(),
            alone: BTreeSet::new(),
            untold: options.untold.clone(),
            stop: options.stop.clone(),
            memory: options.memory.clone(),
        }
    }

    /// Adds what came of a unit that took up states in these nodes of the tree, and gives what it
    /// left.
    pub fn add(&mut self, outcome: UnitOutcome, nodes: &[NodeId]) -> Left {
        let mut left = outcome.left;
        let mut doubtful = outcome.doubtful;
        if let (Some(tree), Some(part)) = (&mut self.tree, outcome.tree) {
            let moved = tree.graft(nodes, part);
            left.rest.move_nodes(|node| moved[node]);
            doubtful = doubtful.map(|found| Found { node: moved[found.node], ..found });
        }
        self.gathered.join(outcome.gathered);
        self.tests.add(outcome.ends);
        self.doubtful.join(doubtful);
        self.folded.extend(outcome.folded);
        self.answers.join(outcome.answers);
        left
    }

    /// Adds the outcome of a function analysed alone, and gives what was reached.
    pub fn add_function(&mut self, function: FuncId, outcome: FunctionOutcome) -> Reached {
        self.alone.insert(function);
        if let (Some(tree), Some(part)) = (&mut self.tree, outcome.tree) {
            tree.graft(&[], part);
        }
        self.gathered.join(outcome.gathered);
        outcome.reached
    }

    /// What was left out so far is looked for again.
    pub fn forget_omissions(&mut self) {
        self.gathered.omissions.clear();
        (self.gathered.undecided, self.gathered.uncertain) = (0, 0);
    }

    /// Input that no path has, in words.
    pub fn leave_out(&mut self, what: String) {
        self.gathered.left_out.insert(what);
    }

    /// Whether as many paths as are wanted have come to where they were, or there are as many tests.
    pub fn has_all_that_is_wanted(&self) -> bool {
        self.wanted_tests.is_some_and(|wanted| self.tests.ended() >= wanted.most)
            || self.has_come_there()
    }

    fn has_come_there(&self) -> bool {
        let came = |finding: &&Finding| finding.rule == TARGET_REACHED && !finding.possible;
        self.gathered.findings.iter().filter(came).count() >= self.paths_wanted
    }

    /// Paths are given up because of a limit, in a program that is this one or a part of it.
    pub fn cut(&mut self, program: &Program, rest: &Part, cut: Cut) {
        let (kind, words) = cut.words();
        for place in rest.places() {
            self.gathered.omit(kind, words.to_owned(), location(program, place), 1);
        }
        self.give_up(rest.nodes(), words);
    }

    /// The paths in some nodes of the tree are not followed.
    pub fn give_up(&mut self, nodes: impl Iterator<Item = NodeId>, why: &str) {
        for node in nodes {
            self.gathered.statistics.cut_paths += 1;
            if let Some(tree) = &mut self.tree {
                tree.give_up(node, why);
            }
        }
    }

    /// All paths of an entry have been followed: what left doubt is certain, or stays possible.
    pub fn settle_doubts(&mut self, known: &Knowledge) {
        let (findings, tree) = (&mut self.gathered.findings, &mut self.tree);
        let doubtful = std::mem::take(&mut self.doubtful);
        let is_known = |key: &_| known.has_noted(key);
        let folded = std::mem::take(&mut self.folded);
        let answers = std::mem::take(&mut self.answers);
        doubtful.settle(&folded, &answers, is_known, |found, certain| {
            tree.iter_mut().for_each(|tree| tree.findings.push(found.in_tree()));
            findings.add(Finding { possible: !certain, ..found.finding }, ());
        });
    }

    /// The worst findings first, of those the likeliest, of those in the order of places.
    pub fn finish(mut self, reached: &Reached) -> (Outcome, Vec<Test>) {
        self.tell_what_is_missing();
        let Gathered { findings, omissions, statistics, details, through, .. } = self.gathered;
        let mut findings: Vec<Finding> =
            findings.into_iter().map(|(finding, ())| finding).collect();
        // Those of which it is not known come after the others.
        let unlikely = |finding: &Finding| -finding.likelihood.unwrap_or(-1.0);
        findings.sort_by(|a, b| {
            let class = |finding: &Finding| (finding.possible, finding.severity);
            class(a).cmp(&class(b)).then(unlikely(a).total_cmp(&unlikely(b)))
        });
        let omissions = omissions.into_iter();
        let omissions = omissions.map(|((kind, what, location), count)| Omission {
            kind,
            what,
            location,
            count,
        });
        let mut omissions: Vec<Omission> = omissions.collect();
        omissions.sort();
        let lines = self.wants_lines.then(|| lines(self.program, reached, &omissions));
        let coverage = coverage(self.program, reached, &through);
        let details = Details { coverage, lines: lines.unwrap_or_default(), ..details };
        let statistics = Statistics { details: Some(details), ..statistics };
        let outcome = Outcome { findings, omissions, statistics, tree: self.tree };
        let per = self.wanted_tests.map_or(Per::Branch, |wanted| wanted.per);
        (outcome, self.tests.choose(self.program, per))
    }

    fn tell_what_is_missing(&mut self) {
        let gathered = &mut self.gathered;
        if self.stop.load(Ordering::Relaxed) {
            gathered.tell_of_end(INTERRUPTED);
        } else if self.memory.was_over() {
            gathered.tell_of_end(OUT_OF_MEMORY);
        }
        for what in std::mem::take(&mut self.untold) {
            gathered.omit(OmissionKind::Unsupported, what, None, 0);
        }
        if !self.alone.is_empty() {
            let what = assumed_of_callers(self.alone.len());
            gathered.omit(OmissionKind::Assumed, what, None, 0);
        }
        for (name, count) in std::mem::take(&mut gathered.unknown_calls) {
            gathered.omit(OmissionKind::UnknownFunction, name, None, count);
        }
        if gathered.uncertain > 0 {
            let unknown = |key: &(OmissionKind, _, _)| key.0 == OmissionKind::UnknownFunction;
            let (kind, on) = if gathered.omissions.keys().any(unknown) {
                (OmissionKind::UnknownFunction, "what they do to other variables")
            } else {
                (OmissionKind::Input, "contents that were not followed exactly")
            };
            let what = match gathered.uncertain {
                1 => format!("1 fault that depends on {on}"),
                several => format!("{several} faults that depend on {on}"),
            };
            gathered.omit(kind, what, None, 0);
        }
        // A search for a path does not look for leaks.
        if gathered.unsearched > 0 && !self.seeks {
            let what = "leaks, where there is more memory than is looked through".to_owned();
            gathered.omit(OmissionKind::Unsupported, what, None, gathered.unsearched);
        }
        for what in std::mem::take(&mut gathered.left_out) {
            // What few programs depend on is not taken for a limit of the input that was tried.
            let is_assumed = !self.excludes && assumed::has(&what);
            let (kind, what) = match is_assumed {
                true => (OmissionKind::Assumed, format!("not tried: {what}")),
                false => (OmissionKind::Input, what),
            };
            gathered.omit(kind, what, None, 0);
        }
        for what in std::mem::take(&mut gathered.untried_turns) {
            gathered.omit(OmissionKind::Turns, what, None, 0);
        }
        for name in std::mem::take(&mut gathered.one_answer) {
            gathered.omit(OmissionKind::Unsupported, format!("other answers of `{name}`"), None, 0);
        }
        if gathered.undecided > 0 {
            let what = "conditions that the solver left undecided".to_owned();
            gathered.omit(OmissionKind::Undecided, what, None, gathered.undecided);
        }
    }
}

/// What the analysis of functions alone takes for granted. A pointer of unknown origin leads to an object
/// of its own, which grows as far as the function accesses it (`crates/engine/src/access/unknown.rs`).
fn assumed_of_callers(functions: usize) -> String {
    let (functions, own) = match functions {
        1 => ("1 function was".to_owned(), "its"),
        several => (format!("{several} functions were"), "their"),
    };
    format!(
        "{functions} analysed alone, without {own} callers: pointers that callers pass lead to objects that \
         are alive, large enough and apart from each other"
    )
}

/// How much of each function of the program was reached, and on how many paths; the library's own C
/// is none of it.
fn coverage(
    program: &Program,
    reached: &Reached,
    through: &BTreeMap<FuncId, u64>,
) -> Vec<Coverage> {
    let mut coverage: Vec<Coverage> = reached
        .coverage(program)
        .into_iter()
        .filter_map(|FunctionCoverage { function, reached, blocks }| {
            let paths = through.get(&function).copied().unwrap_or(0);
            let function = &program.functions[function];
            let span = function.source.as_ref().map(|source| source.span);
            if span.is_some_and(|span| program.source.is_library(span)) {
                return None;
            }
            let place = span.and_then(|span| location(program, span)).unwrap_or_else(nowhere);
            let name = Some(function.display_name().to_owned());
            let location = Location { column: 0, function: name, ..place };
            Some(Coverage { location, reached, blocks, paths })
        })
        .collect();
    coverage.sort_by(|a, b| a.location.cmp(&b.location));
    coverage
}
