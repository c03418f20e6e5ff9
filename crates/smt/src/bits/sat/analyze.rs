//! What a conflict teaches.
//!
//! The clause learnt has one literal of the last level, the first unique implication point; literals
//! that the others imply are left out. Nothing here recurses.

use super::clauses::ClauseId;
use super::{Conflict, Reason, Sat, SatLit, Var};

/// Marks and buffers that live as long as the solver.
#[derive(Default)]
pub(super) struct Analysis {
    seen: Vec<Seen>,
    /// Variables whose mark is to be taken off again.
    marked: Vec<Var>,
    /// The last time a level was counted, by level.
    stamps: Vec<u64>,
    stamp: u64,
    buffer: Vec<SatLit>,
    stack: Vec<(SatLit, usize)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Seen {
    No,
    /// In the clause, or on the way to it.
    Yes,
    /// Implied by the clause.
    Implied,
    /// Not implied by it.
    Needed,
}

impl Analysis {
    pub(super) fn add_var(&mut self) {
        self.seen.push(Seen::No);
    }

    pub(super) fn give_back(&mut self, buffer: Vec<SatLit>) {
        self.buffer = buffer;
    }

    fn mark(&mut self, var: Var, seen: Seen) {
        self.seen[var.index()] = seen;
        self.marked.push(var);
    }

    fn clear(&mut self) {
        for var in self.marked.drain(..) {
            self.seen[var.index()] = Seen::No;
        }
    }
}

impl Sat {
    /// The clause that a conflict teaches, the literal to follow from it first; the level to go back
    /// to; and its glue.
    pub(super) fn analyze(&mut self, conflict: Conflict) -> (Vec<SatLit>, usize, u32) {
        let mut learnt = std::mem::take(&mut self.analysis.buffer);
        learnt.clear();
        // A place for the literal of the last level.
        learnt.push(SatLit(0));
        let mut open = 0u32;
        let mut at = self.trail.len();
        match conflict {
            Conflict::Binary(a, b) => {
                self.resolve(a, &mut learnt, &mut open);
                self.resolve(b, &mut learnt, &mut open);
            }
            Conflict::Clause(id) => self.resolve_clause(id, 0, &mut learnt, &mut open),
        }
        loop {
            let lit = loop {
                at -= 1;
                if self.analysis.seen[self.trail[at].var().index()] == Seen::Yes {
                    break self.trail[at];
                }
            };
            open -= 1;
            if open == 0 {
                learnt[0] = !lit;
                break;
            }
            match self.vars[lit.var().index()].reason {
                Reason::Binary(other) => self.resolve(other, &mut learnt, &mut open),
                Reason::Clause(id) => self.resolve_clause(id, 1, &mut learnt, &mut open),
                Reason::None => unreachable!("a decision is the last of its level"),
            }
        }
        self.minimize(&mut learnt);
        self.analysis.clear();
        let glue = self.glue(&learnt);
        // The second literal is one of the level to go back to.
        let mut level = 0;
        if learnt.len() > 1 {
            let rest = 1..learnt.len();
            let at = rest.max_by_key(|&i| (self.level(learnt[i]), learnt.len() - i));
            let at = at.expect("there is a second literal");
            learnt.swap(1, at);
            level = super::index(self.level(learnt[1]));
        }
        (learnt, level, glue)
    }

    fn resolve_clause(
        &mut self,
        id: ClauseId,
        skip: usize,
        learnt: &mut Vec<SatLit>,
        open: &mut u32,
    ) {
        self.bump_clause(id);
        for i in skip..self.clauses.lits(id).len() {
            let lit = self.clauses.lits(id)[i];
            self.resolve(lit, learnt, open);
        }
    }

    /// Takes a false literal into account: of the last level it is open, of another it is learnt.
    fn resolve(&mut self, lit: SatLit, learnt: &mut Vec<SatLit>, open: &mut u32) {
        let var = lit.var();
        let level = self.level(lit);
        if self.analysis.seen[var.index()] != Seen::No || level == 0 {
            return;
        }
        self.analysis.mark(var, Seen::Yes);
        self.heap.bump(var);
        if super::index(level) == self.levels.len() {
            *open += 1;
        } else {
            learnt.push(lit);
        }
    }

    fn bump_clause(&mut self, id: ClauseId) {
        let (vars, analysis) = (&self.vars, &mut self.analysis);
        self.clauses.bump(id, |lits| {
            count_levels(analysis, lits.iter().map(|lit| vars[lit.var().index()].level))
        });
    }

    fn glue(&mut self, lits: &[SatLit]) -> u32 {
        let vars = &self.vars;
        let levels = lits.iter().map(|lit| vars[lit.var().index()].level);
        count_levels(&mut self.analysis, levels)
    }

    /// Leaves out what the other literals imply.
    fn minimize(&mut self, learnt: &mut Vec<SatLit>) {
        let mut kept = 1;
        for i in 1..learnt.len() {
            let lit = learnt[i];
            if !self.is_implied(lit) {
                learnt[kept] = lit;
                kept += 1;
            }
        }
        learnt.truncate(kept);
    }

    /// Whether every way back from a literal ends in the clause.
    fn is_implied(&mut self, root: SatLit) -> bool {
        if self.vars[root.var().index()].reason == Reason::None {
            return false;
        }
        let mut stack = std::mem::take(&mut self.analysis.stack);
        stack.clear();
        stack.push((root, 0));
        let mut implied = true;
        while let Some((lit, next)) = stack.pop() {
            let Some(part) = self.antecedent(lit, next) else {
                // All of its parts are implied, so it is; the root keeps its own mark.
                if lit != root {
                    self.analysis.mark(lit.var(), Seen::Implied);
                }
                continue;
            };
            stack.push((lit, next + 1));
            let data = self.vars[part.var().index()];
            let seen = self.analysis.seen[part.var().index()];
            if data.level == 0 || matches!(seen, Seen::Yes | Seen::Implied) {
                continue;
            }
            if data.reason == Reason::None || seen == Seen::Needed {
                // What stands on the stack depends on it.
                for &(lit, _) in &stack[1..] {
                    self.analysis.mark(lit.var(), Seen::Needed);
                }
                implied = false;
                break;
            }
            stack.push((part, 0));
        }
        self.analysis.stack = stack;
        implied
    }

    /// The literals that make a literal's variable what it is, one by one.
    fn antecedent(&self, lit: SatLit, number: usize) -> Option<SatLit> {
        match self.vars[lit.var().index()].reason {
            Reason::None => None,
            Reason::Binary(other) => (number == 0).then_some(other),
            Reason::Clause(id) => self.clauses.lits(id).get(number + 1).copied(),
        }
    }

    /// The assumptions that make an assumption false, itself included.
    pub(super) fn why_false(&mut self, assumption: SatLit) -> Vec<SatLit> {
        let mut failed = vec![assumption];
        if self.level(assumption) == 0 {
            return failed;
        }
        self.analysis.mark(assumption.var(), Seen::Yes);
        for at in (self.levels[0]..self.trail.len()).rev() {
            let lit = self.trail[at];
            if self.analysis.seen[lit.var().index()] == Seen::No {
                continue;
            }
            if self.vars[lit.var().index()].reason == Reason::None {
                // Only assumptions are decided here. The assumption's own negation may be one.
                failed.push(lit);
            }
            let mut number = 0;
            while let Some(part) = self.antecedent(lit, number) {
                number += 1;
                if self.level(part) > 0 && self.analysis.seen[part.var().index()] == Seen::No {
                    self.analysis.mark(part.var(), Seen::Yes);
                }
            }
        }
        self.analysis.clear();
        failed
    }
}

/// How many different levels there are.
fn count_levels(analysis: &mut Analysis, levels: impl Iterator<Item = u32>) -> u32 {
    analysis.stamp += 1;
    let mut count = 0;
    for level in levels.map(super::index) {
        if level >= analysis.stamps.len() {
            analysis.stamps.resize(level + 1, 0);
        }
        if analysis.stamps[level] != analysis.stamp {
            analysis.stamps[level] = analysis.stamp;
            count += 1;
        }
    }
    count
}
