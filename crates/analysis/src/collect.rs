//! What units of work found, put together in their order.

use crate::check::CheckOptions;
use crate::found::{location, nowhere};
use crate::generate::{Per, Test, TestOptions, Tests};
use crate::lines::lines;
use crate::unit::{Findings, Found, Left, UnitOutcome};
use margay_engine::{
    Counts, Cut, Doubtful, Folded, FunctionCoverage, Knowledge, Part, TARGET_REACHED,
};
use margay_ir::finding::{
    Coverage, Details, Finding, Location, Nearest, Omission, OmissionKind, Outcome, SolverCounts,
    Statistics, WorkCounts,
};
use margay_ir::tree::ExecutionTree;
use margay_ir::{FuncId, NodeId, Program};
use margay_models::symbolic::unseen;
use std::collections::{BTreeMap, BTreeSet};

pub(crate) struct Collected<'p> {
    program: &'p Program,
    /// Paths are wanted somewhere, and so many.
    seeks: bool,
    /// It is to be said that nothing leads somewhere, so that all counts that was left out.
    excludes: bool,
    /// It is to be said which lines were reached.
    wants_lines: bool,
    paths_wanted: usize,
    findings: Findings,
    /// Which tests are wanted, and those that were found.
    wanted_tests: Option<TestOptions>,
    tests: Tests,
    omissions: BTreeMap<(OmissionKind, String, Option<Location>), u64>,
    statistics: Statistics,
    counts: Counts,
    /// How many paths went through each function.
    through: BTreeMap<FuncId, u64>,
    solver: SolverCounts,
    work: WorkCounts,
    tree: Option<ExecutionTree>,
    doubtful: Doubtful<Found>,
    folded: Vec<Folded>,
    undecided: u64,
    uncertain: u64,
    unsearched: u64,
    unknown_calls: BTreeMap<String, u64>,
    left_out: BTreeSet<String>,
    untried_turns: BTreeSet<String>,
    one_answer: BTreeSet<String>,
}

impl<'p> Collected<'p> {
    pub fn new(program: &'p Program, options: &CheckOptions) -> Self {
        Collected {
            program,
            seeks: options.target.is_some(),
            excludes: options.target.is_some() || options.losses_apart,
            wants_lines: options.lines,
            paths_wanted: options.paths_wanted,
            findings: Findings::new(options.losses_apart),
            wanted_tests: options.tests,
            tests: Tests::default(),
            omissions: BTreeMap::new(),
            statistics: Statistics::default(),
            counts: Counts::default(),
            through: BTreeMap::new(),
            solver: SolverCounts::default(),
            work: WorkCounts::default(),
            tree: options.tree.then(ExecutionTree::default),
            doubtful: Doubtful::default(),
            folded: Vec::new(),
            undecided: 0,
            uncertain: 0,
            unsearched: 0,
            unknown_calls: BTreeMap::new(),
            left_out: BTreeSet::new(),
            untried_turns: BTreeSet::new(),
            one_answer: BTreeSet::new(),
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
        self.findings.join(outcome.findings);
        self.tests.add(outcome.ends);
        self.doubtful.join(doubtful);
        self.folded.extend(outcome.folded);
        self.statistics.entries += outcome.entries;
        self.statistics.paths += outcome.explored.paths;
        self.statistics.cut_paths += outcome.explored.cut_paths;
        self.statistics.steps += outcome.explored.steps;
        self.statistics.queries += left.used.queries;
        for ((cut, span, what), count) in outcome.explored.cuts {
            let (kind, words) = cut.words();
            let what = if what.is_empty() { words.to_owned() } else { what };
            self.omit(kind, what, location(self.program, span), count);
        }
        for (function, count) in outcome.explored.through {
            *self.through.entry(function).or_default() += count;
        }
        for (entry, why) in outcome.unstarted {
            let name = &self.program.functions[entry].name;
            let what = format!("`{name}` cannot be started: {why}");
            self.omit(OmissionKind::Unsupported, what, None, 1);
        }
        self.counts.join(outcome.counts);
        add_solver_counts(&mut self.solver, outcome.solver);
        self.work.units += 1;
        self.work.start_paths += outcome.resumed.paths;
        self.work.replayed_steps += outcome.resumed.steps;
        self.work.replayed_queries += outcome.resumed.queries;
        self.work.lost += outcome.resumed.lost;
        self.undecided += left.used.undecided;
        self.uncertain += outcome.uncertain;
        self.unsearched += outcome.unsearched;
        for (name, count) in outcome.unknown_calls {
            *self.unknown_calls.entry(name).or_default() += count;
        }
        self.left_out.extend(outcome.left_out);
        self.untried_turns.extend(outcome.untried_turns);
        self.one_answer.extend(outcome.one_answer);
        let nearest = outcome.nearest.map(|nearest| Nearest {
            steps: nearest.steps,
            location: location(self.program, nearest.place),
        });
        self.statistics.come_nearer(nearest);
        left
    }

    /// What was left out, how often.
    pub fn omit(
        &mut self,
        kind: OmissionKind,
        what: String,
        location: Option<Location>,
        count: u64,
    ) {
        *self.omissions.entry((kind, what, location)).or_default() += count;
    }

    /// What was left out so far is looked for again.
    pub fn forget_omissions(&mut self) {
        self.omissions.clear();
        (self.undecided, self.uncertain) = (0, 0);
    }

    /// Input that no path has, in words.
    pub fn leave_out(&mut self, what: String) {
        self.left_out.insert(what);
    }

    /// Whether as many paths as are wanted have come to where they were, or there are as many tests.
    pub fn has_all_that_is_wanted(&self) -> bool {
        self.wanted_tests.is_some_and(|wanted| self.tests.ended() >= wanted.most)
            || self.has_come_there()
    }

    fn has_come_there(&self) -> bool {
        let came = |finding: &&Finding| finding.rule == TARGET_REACHED && !finding.possible;
        self.findings.iter().filter(came).count() >= self.paths_wanted
    }

    /// Paths are given up because of a limit.
    pub fn cut(&mut self, rest: &Part, cut: Cut) {
        let (kind, words) = cut.words();
        for place in rest.places() {
            self.omit(kind, words.to_owned(), location(self.program, place), 1);
        }
        self.give_up(rest.nodes(), words);
    }

    /// Nobody follows the paths in some nodes of the tree.
    pub fn give_up(&mut self, nodes: impl Iterator<Item = NodeId>, why: &str) {
        for node in nodes {
            self.statistics.cut_paths += 1;
            if let Some(tree) = &mut self.tree {
                tree.give_up(node, why);
            }
        }
    }

    /// All paths of an entry have been followed: what left doubt is certain, or stays possible.
    pub fn settle_doubts(&mut self, known: &Knowledge) {
        let (findings, tree) = (&mut self.findings, &mut self.tree);
        let doubtful = std::mem::take(&mut self.doubtful);
        let is_known = |key: &_| known.has_noted(key);
        doubtful.settle(&std::mem::take(&mut self.folded), is_known, |found, certain| {
            tree.iter_mut().for_each(|tree| tree.findings.push(found.in_tree()));
            findings.add(Finding { possible: !certain, ..found.finding }, ());
        });
    }

    /// The worst findings first, of those the likeliest, of those in the order of places.
    pub fn finish(mut self, known: &Knowledge) -> (Outcome, Vec<Test>) {
        self.tell_what_is_missing();
        let mut findings: Vec<Finding> =
            std::mem::take(&mut self.findings).into_iter().map(|(finding, ())| finding).collect();
        // Those of which it is not known come behind the others.
        let unlikely = |finding: &Finding| -finding.likelihood.unwrap_or(-1.0);
        findings.sort_by(|a, b| {
            let class = |finding: &Finding| (finding.possible, finding.severity);
            class(a).cmp(&class(b)).then(unlikely(a).total_cmp(&unlikely(b)))
        });
        let omissions = std::mem::take(&mut self.omissions).into_iter();
        let omissions = omissions.map(|((kind, what, location), count)| Omission {
            kind,
            what,
            location,
            count,
        });
        let mut omissions: Vec<Omission> = omissions.collect();
        omissions.sort();
        let Counts { forks, merged, folded, loops, made_concrete, interleavings } = self.counts;
        let coverage = coverage(self.program, known, &self.through);
        let (work, solver) = (self.work, self.solver);
        let lines = self.wants_lines.then(|| lines(self.program, &known.reached, &omissions));
        let details = Details {
            coverage,
            lines: lines.unwrap_or_default(),
            forks,
            merged,
            folded,
            loops,
            made_concrete,
            interleavings,
            work,
            solver,
        };
        let statistics = Statistics { details: Some(details), ..self.statistics };
        let outcome = Outcome { findings, omissions, statistics, tree: self.tree };
        let per = self.wanted_tests.map_or(Per::Branch, |wanted| wanted.per);
        (outcome, self.tests.choose(self.program, per))
    }

    fn tell_what_is_missing(&mut self) {
        for (name, count) in std::mem::take(&mut self.unknown_calls) {
            self.omit(OmissionKind::UnknownFunction, name, None, count);
        }
        if self.uncertain > 0 {
            let unknown = |key: &(OmissionKind, _, _)| key.0 == OmissionKind::UnknownFunction;
            let (kind, what) = if self.omissions.keys().any(unknown) {
                let what = "faults that hang on what they do to other variables";
                (OmissionKind::UnknownFunction, what)
            } else {
                let what = "faults that hang on what is not followed: what is left of older lines, \
                            was written to files, or is done by others while locks are waited for";
                (OmissionKind::Input, what)
            };
            self.omit(kind, what.to_owned(), None, self.uncertain);
        }
        // Whoever wants a path somewhere does not ask for leaks.
        if self.unsearched > 0 && !self.seeks {
            let what = "leaks, where there is more memory than is looked through".to_owned();
            self.omit(OmissionKind::Unsupported, what, None, self.unsearched);
        }
        for what in std::mem::take(&mut self.left_out) {
            if self.excludes || !unseen::has(&what) {
                self.omit(OmissionKind::Input, what, None, 0);
            }
        }
        for what in std::mem::take(&mut self.untried_turns) {
            self.omit(OmissionKind::Turns, what, None, 0);
        }
        for name in std::mem::take(&mut self.one_answer) {
            self.omit(OmissionKind::Unsupported, format!("other answers of `{name}`"), None, 0);
        }
        if self.undecided > 0 {
            let what = "questions that the solver left open".to_owned();
            self.omit(OmissionKind::Undecided, what, None, self.undecided);
        }
    }
}

fn add_solver_counts(to: &mut SolverCounts, more: SolverCounts) {
    to.rewriting += more.rewriting;
    to.domains += more.domains;
    to.models += more.models;
    to.slicing += more.slicing;
    to.cache += more.cache;
    to.search += more.search;
    to.sat += more.sat;
    to.pipe += more.pipe;
    to.undecided += more.undecided;
}

/// How much of each function of the program was reached, and on how many paths; the library's own C
/// is none of it.
fn coverage(
    program: &Program,
    known: &Knowledge,
    through: &BTreeMap<FuncId, u64>,
) -> Vec<Coverage> {
    let mut coverage: Vec<Coverage> = known
        .reached
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
