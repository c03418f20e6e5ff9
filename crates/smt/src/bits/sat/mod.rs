//! A SAT solver for many small, related queries: conflict-driven clause learning under
//! assumptions.
//!
//! It differs from a general solver in what it decides: only the variables that the query names as
//! relevant. The clauses of one instance describe everything that was ever asked about; a query is
//! about a small part of it, and whatever satisfies that part can be extended to the rest. So the time
//! for a query does not grow with what was asked before. The caller guarantees that extension.
//!
//! Invariants: between queries no decision stands, and all clauses hold whatever is assumed. Watched
//! literals are the first two of a clause; a clause of two literals lives in the watch lists alone.
//! Every choice depends on the clauses and queries so far, never on time or addresses, and the
//! budget counts conflicts and propagations, so the same queries get the same answers everywhere.

mod analyze;
mod clauses;
mod heap;

use clauses::{ClauseId, Clauses};
use heap::VarHeap;

/// A variable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Var(u32);

impl Var {
    fn index(self) -> usize {
        index(self.0)
    }
}

/// A variable or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct SatLit(u32);

impl SatLit {
    fn positive(var: Var) -> SatLit {
        SatLit(var.0 << 1)
    }

    pub(crate) fn var(self) -> Var {
        Var(self.0 >> 1)
    }

    fn is_negative(self) -> bool {
        self.0 & 1 == 1
    }

    fn index(self) -> usize {
        index(self.0)
    }
}

impl std::ops::Not for SatLit {
    type Output = SatLit;

    fn not(self) -> SatLit {
        SatLit(self.0 ^ 1)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    Sat,
    Unsat,
    /// The conflicts or propagations allowed were used up.
    Budget,
}

/// What one query may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Limits {
    pub(crate) conflicts: u64,
    pub(crate) propagations: u64,
}

/// Why a literal is true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reason {
    /// A decision, an assumption, or a fact of level 0.
    None,
    /// A clause of two literals, with the other one, which is false.
    Binary(SatLit),
    Clause(ClauseId),
}

/// A clause that no literal satisfies.
#[derive(Clone, Copy, Debug)]
enum Conflict {
    Binary(SatLit, SatLit),
    Clause(ClauseId),
}

/// An entry in the list of a literal: the clause to look at when the literal becomes false.
#[derive(Clone, Copy, Debug)]
struct Watch {
    /// Some other literal of the clause; if it is true the clause needs no look.
    blocker: SatLit,
    /// Nothing for a clause of two literals.
    clause: Option<ClauseId>,
}

#[derive(Clone, Copy, Debug)]
struct VarData {
    reason: Reason,
    level: u32,
    /// The value it had last.
    phase: bool,
    relevant: bool,
    input: bool,
}

pub(crate) struct Sat {
    clauses: Clauses,
    watches: Vec<Vec<Watch>>,
    /// 1 for true, -1 for false, 0 for neither, by literal.
    values: Vec<i8>,
    vars: Vec<VarData>,
    heap: VarHeap,
    trail: Vec<SatLit>,
    /// Where each decision stands in the trail.
    levels: Vec<usize>,
    /// How much of the trail has been propagated.
    propagated: usize,
    /// Whether the clauses alone are contradictory.
    contradictory: bool,
    assumptions: Vec<SatLit>,
    failed: Vec<SatLit>,
    conflicts: u64,
    propagations: u64,
    /// When learnt clauses are thinned out next, and how long after that again.
    reduce_at: u64,
    reduce_every: u64,
    restarts: Restarts,
    analysis: analyze::Analysis,
    model: Vec<i8>,
    buffer: Vec<SatLit>,
}

/// Learnt clauses allowed before the first thinning.
const FIRST_REDUCE: u64 = 2000;

/// Asking.
impl Sat {
    pub(crate) fn new() -> Sat {
        Sat {
            clauses: Clauses::default(),
            watches: Vec::new(),
            values: Vec::new(),
            vars: Vec::new(),
            heap: VarHeap::default(),
            trail: Vec::new(),
            levels: Vec::new(),
            propagated: 0,
            contradictory: false,
            assumptions: Vec::new(),
            failed: Vec::new(),
            conflicts: 0,
            propagations: 0,
            reduce_at: FIRST_REDUCE,
            reduce_every: FIRST_REDUCE,
            restarts: Restarts::default(),
            analysis: analyze::Analysis::default(),
            model: Vec::new(),
            buffer: Vec::new(),
        }
    }

    /// A new variable, as a literal.
    pub(crate) fn variable(&mut self) -> SatLit {
        let var = Var(u32::try_from(self.vars.len()).expect("fewer than 2^31 variables"));
        let data =
            VarData { reason: Reason::None, level: 0, phase: false, relevant: false, input: false };
        self.vars.push(data);
        self.values.extend([0, 0]);
        self.watches.extend([Vec::new(), Vec::new()]);
        self.heap.add_var();
        self.analysis.add_var();
        SatLit::positive(var)
    }

    /// Adds a clause for good.
    pub(crate) fn clause(&mut self, lits: &[SatLit]) {
        debug_assert!(self.levels.is_empty(), "clauses are added between queries");
        let mut clause = std::mem::take(&mut self.buffer);
        clause.clear();
        self.add_clause(lits, &mut clause);
        self.buffer = clause;
    }

    fn add_clause(&mut self, lits: &[SatLit], clause: &mut Vec<SatLit>) {
        for &lit in lits {
            if self.value(lit) > 0 || clause.contains(&!lit) {
                return;
            }
            if self.value(lit) == 0 && !clause.contains(&lit) {
                clause.push(lit);
            }
        }
        match clause[..] {
            [] => self.contradictory = true,
            [unit] => {
                self.enqueue(unit, Reason::None);
                self.contradictory |= self.propagate().is_some();
            }
            _ => {
                self.attach(clause, None);
            }
        }
    }

    /// Whether the clauses and assumptions can hold together. `relevant` are the variables that the
    /// query is about, those of the assumptions among them; the others of them follow from the
    /// `inputs`, so there is a model when those have been decided.
    pub(crate) fn solve(
        &mut self,
        assumptions: &[SatLit],
        relevant: &[Var],
        inputs: &[Var],
        limits: Limits,
    ) -> Outcome {
        self.failed.clear();
        if self.contradictory {
            return Outcome::Unsat;
        }
        self.assumptions.clear();
        self.assumptions.extend_from_slice(assumptions);
        for &var in relevant {
            self.vars[var.index()].relevant = true;
        }
        for &var in inputs {
            self.vars[var.index()].input = true;
        }
        self.heap.fill(relevant.iter().copied(), |var| {
            self.values[var.index() * 2] == 0 && self.vars[var.index()].input
        });
        let outcome = self.search(Limits {
            conflicts: self.conflicts.saturating_add(limits.conflicts),
            propagations: self.propagations.saturating_add(limits.propagations),
        });
        if outcome == Outcome::Sat {
            self.model.clone_from(&self.values);
        }
        self.backtrack(0);
        self.heap.clear();
        for &var in relevant {
            self.vars[var.index()].relevant = false;
        }
        outcome
    }

    /// The value of a literal in the last model; false for one that was not decided.
    pub(crate) fn model_value(&self, lit: SatLit) -> bool {
        self.model.get(lit.index()).is_some_and(|&value| value > 0)
    }

    /// Whether an assumption is part of why the last query has no model.
    pub(crate) fn failed(&self, lit: SatLit) -> bool {
        self.failed.contains(&lit)
    }

    pub(crate) fn conflicts(&self) -> u64 {
        self.conflicts
    }

    pub(crate) fn propagations(&self) -> u64 {
        self.propagations
    }
}

/// Searching.
impl Sat {
    fn search(&mut self, limits: Limits) -> Outcome {
        self.restarts = Restarts::default();
        loop {
            if let Some(conflict) = self.propagate() {
                self.conflicts += 1;
                if self.levels.is_empty() {
                    self.contradictory = true;
                    return Outcome::Unsat;
                }
                self.learn(conflict);
                if self.conflicts >= limits.conflicts || self.propagations >= limits.propagations {
                    return Outcome::Budget;
                }
                continue;
            }
            if self.restarts.due() {
                self.restarts.restarted();
                // Assumptions would be the same again.
                self.backtrack(self.assumptions.len().min(self.levels.len()));
            }
            if self.conflicts >= self.reduce_at {
                self.reduce();
            }
            match self.next_assumption() {
                Next::Failed => return Outcome::Unsat,
                Next::Assume(lit) => self.decide(lit),
                Next::None => match self.pick() {
                    Some(lit) => {
                        if self.propagations >= limits.propagations {
                            return Outcome::Budget;
                        }
                        self.decide(lit);
                    }
                    None => return Outcome::Sat,
                },
            }
        }
    }

    fn learn(&mut self, conflict: Conflict) {
        let (learnt, level, glue) = self.analyze(conflict);
        self.restarts.learnt(glue);
        self.backtrack(level);
        match learnt[..] {
            [unit] => self.enqueue(unit, Reason::None),
            [first, other] => {
                self.attach(&learnt, Some(glue));
                self.enqueue(first, Reason::Binary(other));
            }
            _ => {
                let clause = self.attach(&learnt, Some(glue)).expect("three literals or more");
                self.enqueue(learnt[0], Reason::Clause(clause));
            }
        }
        self.analysis.give_back(learnt);
        self.heap.decay();
        self.clauses.decay();
    }

    fn next_assumption(&mut self) -> Next {
        while let Some(&lit) = self.assumptions.get(self.levels.len()) {
            match self.value(lit) {
                // True already: a level of its own keeps levels and assumptions in step.
                1.. => self.levels.push(self.trail.len()),
                0 => return Next::Assume(lit),
                _ => {
                    self.failed = self.why_false(lit);
                    return Next::Failed;
                }
            }
        }
        Next::None
    }

    fn pick(&mut self) -> Option<SatLit> {
        loop {
            let var = self.heap.pop()?;
            if self.values[var.index() * 2] == 0 {
                let lit = SatLit::positive(var);
                return Some(if self.vars[var.index()].phase { lit } else { !lit });
            }
        }
    }

    fn decide(&mut self, lit: SatLit) {
        self.levels.push(self.trail.len());
        self.enqueue(lit, Reason::None);
    }

    fn enqueue(&mut self, lit: SatLit, reason: Reason) {
        debug_assert_eq!(self.value(lit), 0, "a literal is set once");
        self.values[lit.index()] = 1;
        self.values[(!lit).index()] = -1;
        let level = u32::try_from(self.levels.len()).expect("fewer than 2^32 levels");
        let data = &mut self.vars[lit.var().index()];
        data.reason = reason;
        data.level = level;
        self.trail.push(lit);
    }

    fn backtrack(&mut self, level: usize) {
        if self.levels.len() <= level {
            return;
        }
        let start = self.levels[level];
        for &lit in &self.trail[start..] {
            self.values[lit.index()] = 0;
            self.values[(!lit).index()] = 0;
            let data = &mut self.vars[lit.var().index()];
            data.phase = !lit.is_negative();
            if data.relevant {
                self.heap.insert(lit.var(), data.input);
            }
        }
        self.trail.truncate(start);
        self.levels.truncate(level);
        self.propagated = start;
    }

    /// Follows all that the trail implies. Answers a clause that it breaks.
    fn propagate(&mut self) -> Option<Conflict> {
        while let Some(&lit) = self.trail.get(self.propagated) {
            self.propagated += 1;
            self.propagations += 1;
            let falsified = !lit;
            let mut watches = std::mem::take(&mut self.watches[falsified.index()]);
            let conflict = self.visit(falsified, &mut watches);
            // New watches of this literal cannot have come: it is false.
            self.watches[falsified.index()] = watches;
            if conflict.is_some() {
                self.propagated = self.trail.len();
                return conflict;
            }
        }
        None
    }

    /// Looks at the clauses that watch a literal which has become false.
    fn visit(&mut self, falsified: SatLit, watches: &mut Vec<Watch>) -> Option<Conflict> {
        let mut kept = 0;
        let mut next = 0;
        let mut conflict = None;
        while next < watches.len() {
            let watch = watches[next];
            next += 1;
            let blocked = self.values[watch.blocker.index()];
            if blocked > 0 {
                watches[kept] = watch;
                kept += 1;
                continue;
            }
            let Some(id) = watch.clause else {
                watches[kept] = watch;
                kept += 1;
                if blocked < 0 {
                    conflict = Some(Conflict::Binary(watch.blocker, falsified));
                    break;
                }
                if self.matters(watch.blocker) {
                    self.enqueue(watch.blocker, Reason::Binary(falsified));
                }
                continue;
            };
            let lits = self.clauses.lits_mut(id);
            if lits[0] == falsified {
                lits.swap(0, 1);
            }
            let first = lits[0];
            let watch = Watch { blocker: first, clause: Some(id) };
            let first_value = self.values[first.index()];
            if first_value > 0 {
                watches[kept] = watch;
                kept += 1;
                continue;
            }
            let values = &self.values;
            if let Some(at) = (2..lits.len()).find(|&i| values[lits[i].index()] >= 0) {
                lits.swap(1, at);
                let watched = lits[1];
                self.watches[watched.index()].push(watch);
                continue;
            }
            watches[kept] = watch;
            kept += 1;
            if first_value < 0 {
                conflict = Some(Conflict::Clause(id));
                break;
            }
            if self.matters(first) {
                self.enqueue(first, Reason::Clause(id));
            }
        }
        watches.drain(kept..next);
        conflict
    }

    /// Whether an implied literal is set. One that the query does not name stays unassigned, which
    /// cannot break a clause because it is never decided either; otherwise each query would drag
    /// along all that was ever built on its inputs. Facts hold for all queries and are followed
    /// everywhere.
    fn matters(&self, lit: SatLit) -> bool {
        self.levels.is_empty() || self.vars[lit.var().index()].relevant
    }

    /// Puts a clause of two or more literals into the watch lists; a longer one gets an id.
    fn attach(&mut self, lits: &[SatLit], glue: Option<u32>) -> Option<ClauseId> {
        let clause = (lits.len() > 2).then(|| self.clauses.add(lits, glue));
        self.watches[lits[0].index()].push(Watch { blocker: lits[1], clause });
        self.watches[lits[1].index()].push(Watch { blocker: lits[0], clause });
        clause
    }

    /// Throws away half of the learnt clauses, the least useful.
    fn reduce(&mut self) {
        self.reduce_every += 300;
        self.reduce_at = self.conflicts + self.reduce_every;
        let vars = &self.vars;
        let values = &self.values;
        let locked = |id: ClauseId, first: SatLit| {
            values[first.index()] > 0 && vars[first.var().index()].reason == Reason::Clause(id)
        };
        if self.clauses.reduce(locked) {
            self.collect();
        } else {
            self.drop_deleted_watches();
        }
    }

    fn drop_deleted_watches(&mut self) {
        let clauses = &self.clauses;
        for watches in &mut self.watches {
            watches.retain(|watch| watch.clause.is_none_or(|id| !clauses.is_deleted(id)));
        }
    }

    /// Moves the clauses together; ids change.
    fn collect(&mut self) {
        self.drop_deleted_watches();
        let moved = self.clauses.compact();
        let new = |id: ClauseId| moved.new_id(id);
        for watch in self.watches.iter_mut().flatten() {
            watch.clause = watch.clause.map(new);
        }
        for &lit in &self.trail {
            let data = &mut self.vars[lit.var().index()];
            if let Reason::Clause(id) = data.reason {
                data.reason = Reason::Clause(new(id));
            }
        }
    }

    fn value(&self, lit: SatLit) -> i8 {
        self.values[lit.index()]
    }

    fn level(&self, lit: SatLit) -> u32 {
        self.vars[lit.var().index()].level
    }
}

enum Next {
    /// An assumption is false already.
    Failed,
    Assume(SatLit),
    /// All assumptions stand.
    None,
}

/// When to start again from the assumptions: when what is learnt lately is worse than before. The
/// measure is the glue of learnt clauses, the number of levels in them.
struct Restarts {
    recent: f64,
    overall: f64,
    since: u32,
}

impl Default for Restarts {
    fn default() -> Restarts {
        Restarts { recent: 0.0, overall: 0.0, since: 0 }
    }
}

impl Restarts {
    fn learnt(&mut self, glue: u32) {
        self.since += 1;
        self.recent += (f64::from(glue) - self.recent) / 32.0;
        self.overall += (f64::from(glue) - self.overall) / 4096.0;
    }

    fn due(&self) -> bool {
        self.since >= 50 && self.recent > 1.15 * self.overall
    }

    fn restarted(&mut self) {
        self.since = 0;
    }
}

fn index(i: u32) -> usize {
    usize::try_from(i).expect("a machine of at least 32 bits")
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;

    const PLENTY: Limits = Limits { conflicts: u64::MAX, propagations: u64::MAX };

    fn literal(rng: &mut Rng, vars: &[SatLit]) -> SatLit {
        let lit = vars[rng.usize(0..vars.len())];
        if rng.bool() { lit } else { !lit }
    }

    /// Whether some values of the variables satisfy all clauses.
    fn possible(clauses: &[Vec<SatLit>], vars: usize) -> bool {
        (0u32..1 << vars).any(|bits| {
            let holds = |lit: &SatLit| (bits >> lit.var().0 & 1 == 1) != lit.is_negative();
            clauses.iter().all(|clause| clause.iter().any(holds))
        })
    }

    #[test]
    fn answers_are_those_of_trying_all_values() {
        let mut rng = Rng::with_seed(5);
        let mut answers = [0, 0];
        for _ in 0..300 {
            let mut sat = Sat::new();
            let vars: Vec<SatLit> = (0..10).map(|_| sat.variable()).collect();
            let names: Vec<Var> = vars.iter().map(|lit| lit.var()).collect();
            let mut clauses: Vec<Vec<SatLit>> = Vec::new();
            // Clauses come between queries, as the core adds them.
            for _ in 0..12 {
                for _ in 0..4 {
                    let length = rng.usize(1..5).max(rng.usize(1..4));
                    let clause: Vec<SatLit> =
                        (0..length).map(|_| literal(&mut rng, &vars)).collect();
                    sat.clause(&clause);
                    clauses.push(clause);
                }
                let assumptions: Vec<SatLit> =
                    (0..rng.usize(0..4)).map(|_| literal(&mut rng, &vars)).collect();
                let assumed = assumptions.iter().map(|&lit| vec![lit]);
                let all: Vec<Vec<SatLit>> = clauses.iter().cloned().chain(assumed).collect();
                match sat.solve(&assumptions, &names, &names, PLENTY) {
                    Outcome::Sat => {
                        answers[0] += 1;
                        let holds = |lit: &SatLit| sat.model_value(*lit);
                        assert!(all.iter().all(|clause| clause.iter().any(holds)));
                    }
                    Outcome::Unsat => {
                        answers[1] += 1;
                        assert!(!possible(&all, vars.len()));
                        // What failed is enough for it.
                        let failed = assumptions.iter().filter(|lit| sat.failed(**lit));
                        let failed = failed.map(|&lit| vec![lit]);
                        let core: Vec<_> = clauses.iter().cloned().chain(failed).collect();
                        assert!(!possible(&core, vars.len()));
                    }
                    Outcome::Budget => panic!("there was none"),
                }
            }
        }
        assert!(answers.iter().all(|&n| n > 500), "one-sided: {answers:?}");
    }

    /// More pigeons than holes: every way to place them must be tried.
    fn pigeons(sat: &mut Sat, holes: usize) -> Vec<Var> {
        let at: Vec<Vec<SatLit>> =
            (0..=holes).map(|_| (0..holes).map(|_| sat.variable()).collect()).collect();
        at.iter().for_each(|pigeon| sat.clause(pigeon));
        for hole in 0..holes {
            for (i, one) in at.iter().enumerate() {
                at[..i].iter().for_each(|other| sat.clause(&[!one[hole], !other[hole]]));
            }
        }
        at.iter().flatten().map(|lit| lit.var()).collect()
    }

    #[test]
    fn a_budget_ends_the_search_at_the_same_place_each_time() {
        let run = |conflicts| {
            let mut sat = Sat::new();
            let names = pigeons(&mut sat, 8);
            let limits = Limits { conflicts, propagations: u64::MAX };
            let outcome = sat.solve(&[], &names, &names, limits);
            (outcome, sat.conflicts(), sat.propagations())
        };
        assert_eq!(run(100).0, Outcome::Budget);
        assert_eq!(run(100).1, 100);
        assert_eq!(run(100), run(100));
        // Enough conflicts to thin out and move learnt clauses several times.
        assert_eq!(run(u64::MAX).0, Outcome::Unsat);
        assert_eq!(run(u64::MAX), run(u64::MAX));
    }

    #[test]
    fn what_does_not_matter_is_left_alone() {
        let mut sat = Sat::new();
        let vars: Vec<SatLit> = (0..100).map(|_| sat.variable()).collect();
        for pair in vars.windows(2) {
            sat.clause(&[!pair[0], pair[1]]);
        }
        let names: Vec<Var> = vars[..2].iter().map(|lit| lit.var()).collect();
        assert_eq!(sat.solve(&[vars[0]], &names, &names, PLENTY), Outcome::Sat);
        assert!(sat.propagations() <= 2, "{}", sat.propagations());
        // Another query may be about all of it.
        let names: Vec<Var> = vars.iter().map(|lit| lit.var()).collect();
        assert_eq!(sat.solve(&[vars[0], !vars[99]], &names, &names, PLENTY), Outcome::Unsat);
        assert!(sat.failed(vars[0]) && sat.failed(!vars[99]));
    }
}
