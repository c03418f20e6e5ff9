//! What came of some work of a check: plain data that can be added up. It refers to the program in one thing only,
//! the numbers of functions.

use crate::found::loss;
use margay_engine::Cut;
use margay_ir::FuncId;
use margay_ir::finding::{
    Details, Finding, Location, OmissionKind, SolverCounts, Statistics, WorkCounts,
};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Default)]
pub(crate) struct Gathered {
    pub findings: Findings,
    pub omissions: BTreeMap<(OmissionKind, String, Option<Location>), u64>,
    pub statistics: Statistics,
    /// How it went; what was covered is not part of it.
    pub details: Details,
    /// How many paths went through each function of the whole program.
    pub through: BTreeMap<FuncId, u64>,
    pub undecided: u64,
    pub uncertain: u64,
    pub unsearched: u64,
    pub unknown_calls: BTreeMap<String, u64>,
    pub left_out: BTreeSet<String>,
    pub untried_turns: BTreeSet<String>,
    pub one_answer: BTreeSet<String>,
    /// The observer has ended it, or it failed, or a solver in another process did: done again, it may come to
    /// something else.
    pub is_stopped: bool,
}

/// What is left out when the work is interrupted.
pub const INTERRUPTED: &str = "interrupted";

impl Gathered {
    pub fn new(losses_apart: bool) -> Gathered {
        Gathered { findings: Findings::new(losses_apart), ..Gathered::default() }
    }

    /// It was not time that ended the work.
    pub fn tell_of_end(&mut self, why: &str) {
        let all = std::mem::take(&mut self.omissions);
        self.omit(OmissionKind::Budget, why.to_owned(), None, 0);
        for ((kind, what, location), count) in all {
            let what = if what == Cut::TIME { why.to_owned() } else { what };
            self.omit(kind, what, location, count);
        }
    }

    /// Adds what came of other work.
    pub fn join(&mut self, other: Gathered) {
        self.findings.join(other.findings);
        for ((kind, what, location), count) in other.omissions {
            self.omit(kind, what, location, count);
        }
        self.statistics.entries += other.statistics.entries;
        self.statistics.paths += other.statistics.paths;
        self.statistics.cut_paths += other.statistics.cut_paths;
        self.statistics.steps += other.statistics.steps;
        self.statistics.queries += other.statistics.queries;
        self.statistics.come_nearer(other.statistics.nearest);
        add_details(&mut self.details, other.details);
        for (function, count) in other.through {
            *self.through.entry(function).or_default() += count;
        }
        self.undecided += other.undecided;
        self.uncertain += other.uncertain;
        self.unsearched += other.unsearched;
        for (name, count) in other.unknown_calls {
            *self.unknown_calls.entry(name).or_default() += count;
        }
        self.left_out.extend(other.left_out);
        self.untried_turns.extend(other.untried_turns);
        self.one_answer.extend(other.one_answer);
        self.is_stopped |= other.is_stopped;
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
}

fn add_details(to: &mut Details, more: Details) {
    to.forks += more.forks;
    to.merged += more.merged;
    to.folded += more.folded;
    to.loops.unrolled += more.loops.unrolled;
    to.loops.widened += more.loops.widened;
    to.loops.cut += more.loops.cut;
    to.made_concrete += more.made_concrete;
    to.interleavings.join(more.interleavings);
    let WorkCounts { units, start_paths, replayed_steps, replayed_queries, lost } = more.work;
    to.work.units += units;
    to.work.start_paths += start_paths;
    to.work.replayed_steps += replayed_steps;
    to.work.replayed_queries += replayed_queries;
    to.work.lost += lost;
    add_solver_counts(&mut to.solver, more.solver);
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

/// One finding for each rule and place, and for each course where paths are told apart: the one that
/// is told in the fewest words, and what else is known of it.
pub(crate) struct Findings<T = ()> {
    found: BTreeMap<Key, (Finding, T)>,
    /// What is lost at several places is a finding for each.
    pub losses_apart: bool,
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
