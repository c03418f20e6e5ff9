//! The sixth layer: answers given before.
//!
//! A query here is the constraints of one component. Invariant: what is said about a set of
//! constraints is sound for its supersets if it is `Unsat` and for its subsets if it is `Sat`; so a
//! set is answered by a conflict inside it, by a satisfiable set around it, or by a recent model that
//! happens to satisfy it.

use super::{Answer, Layer, Model, Query, Solver, Statistics};
use crate::eval::Evaluator;
use crate::pool::TermPool;
use crate::release::Mark;
use crate::term::Bool;
use crate::traverse::is_subset;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::rc::Rc;

/// Sets and conflicts that are kept. When there are more, all go: what matters soon comes back.
const MAX_ENTRIES: usize = 1 << 11;

/// Models that are tried on every query.
const RECENT: usize = 4;

/// Satisfiable sets that are compared for each constraint.
const MAX_AROUND: usize = 8;

/// Conflicts that are compared for each constraint.
const MAX_WITH_LAST: usize = 64;

pub struct Cache {
    pub next: Box<dyn Solver>,
    pub statistics: Rc<Statistics>,
    entries: Entries,
    recent: VecDeque<Model>,
    epoch: u64,
}

#[derive(Default)]
struct Entries {
    /// Satisfiable sets by each of their constraints, the latest last.
    around: FxHashMap<Bool, VecDeque<Rc<Entry>>>,
    /// Conflicts by their last constraint.
    conflicts: FxHashMap<Bool, Vec<Rc<[Bool]>>>,
    count: usize,
}

/// Constraints, in order, and their model.
struct Entry {
    constraints: Vec<Bool>,
    model: Model,
}

impl Cache {
    pub fn new(next: Box<dyn Solver>, statistics: Rc<Statistics>) -> Cache {
        let (entries, recent) = (Entries::default(), VecDeque::new());
        Cache { next, statistics, entries, recent, epoch: 0 }
    }
}

impl Solver for Cache {
    fn solve(&mut self, pool: &mut TermPool, query: &Query) -> Answer {
        self.forget_released(pool);
        let constraints = query.conjuncts(pool);
        if let Some(answer) = self.recall(pool, &constraints) {
            self.statistics.count(Layer::Cache);
            return answer;
        }
        let answer = self.next.solve(pool, query);
        match &answer {
            Answer::Sat(model) => {
                self.entries.add_model(constraints, model);
                self.recent.push_front(model.clone());
                self.recent.truncate(RECENT);
            }
            Answer::Unsat(conflict) => self.entries.add_conflict(conflict.clone()),
            Answer::Unknown(_) => {}
        }
        answer
    }
}

impl Cache {
    fn recall(&mut self, pool: &TermPool, constraints: &[Bool]) -> Option<Answer> {
        let found = constraints.iter().filter_map(|last| self.entries.conflicts.get(last));
        if let Some(inside) = found.flatten().find(|inside| is_subset(inside, constraints)) {
            return Some(Answer::Unsat(inside.clone()));
        }
        let last = constraints.last()?;
        let around = self.entries.around.get(last).into_iter().flatten().rev();
        for entry in around.take(MAX_AROUND) {
            if is_subset(constraints, &entry.constraints) {
                return Some(Answer::Sat(entry.model.clone()));
            }
        }
        let holds = |model: &&Model| {
            let mut evaluator = Evaluator::new(pool, model);
            constraints.iter().rev().all(|&c| evaluator.bool(c))
        };
        self.recent.iter().find(holds).map(|model| Answer::Sat(model.clone()))
    }

    /// Drops what mentions terms that are no more.
    fn forget_released(&mut self, pool: &TermPool) {
        if let Some(mark) = pool.released_since(self.epoch) {
            self.entries.release(mark);
            self.recent.clear();
            self.epoch = pool.release_epoch();
        }
    }
}

impl Entries {
    fn add_model(&mut self, constraints: Vec<Bool>, model: &Model) {
        self.make_room();
        let entry = Rc::new(Entry { constraints, model: model.clone() });
        for &constraint in &entry.constraints {
            let around = self.around.entry(constraint).or_default();
            around.push_back(entry.clone());
            if around.len() > MAX_AROUND {
                around.pop_front();
            }
        }
        self.count += 1;
    }

    fn add_conflict(&mut self, conflict: Rc<[Bool]>) {
        self.make_room();
        if let Some(&last) = conflict.last() {
            let with_last = self.conflicts.entry(last).or_default();
            if with_last.len() < MAX_WITH_LAST {
                with_last.push(conflict);
                self.count += 1;
            }
        }
    }

    fn make_room(&mut self) {
        if self.count >= MAX_ENTRIES {
            *self = Entries::default();
        }
    }

    fn release(&mut self, mark: Mark) {
        // The last constraint is the youngest.
        self.conflicts.retain(|&last, _| mark.has_term(last));
        self.around.retain(|&constraint, entries| {
            entries.retain(|entry| entry.constraints.last().is_none_or(|&c| mark.has_term(c)));
            mark.has_term(constraint) && !entries.is_empty()
        });
        let sets: usize = self.around.values().map(VecDeque::len).sum();
        self.count = sets + self.conflicts.values().map(Vec::len).sum::<usize>();
    }
}
