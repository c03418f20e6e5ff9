//! Walks over terms.
//!
//! Ids grow from children to parents, so the ids below a root, sorted, are a topological order. Every
//! walk in this crate is a loop over that.

use crate::pool::TermPool;
use crate::term::{Node, SymbolId, Term};
use crate::work::VISIT;
use rustc_hash::FxHashSet;

/// Whether all of a sorted list are in another.
pub(crate) fn is_subset<T: PartialEq>(small: &[T], large: &[T]) -> bool {
    let mut rest = large.iter();
    small.len() <= large.len() && small.iter().all(|a| rest.any(|b| b == a))
}

impl TermPool {
    /// Every term below the roots, the roots included, children before parents.
    pub fn reachable(&self, roots: impl IntoIterator<Item = Term>) -> Vec<Term> {
        self.reachable_unless(roots, |_| false)
    }

    /// The free symbols of a term, in the order in which they were made.
    pub fn symbols(&self, term: impl Into<Term>) -> Vec<SymbolId> {
        let term = term.into();
        // A term's atoms are often known already, and are a few where its parts are many.
        let mut symbols: Vec<SymbolId> = match self.known_atoms(term) {
            Some(atoms) => atoms.iter().map(|&atom| self.atom(atom).symbol()).collect(),
            None => self.reachable([term]).into_iter().filter_map(|t| self.as_symbol(t)).collect(),
        };
        symbols.sort_unstable();
        symbols.dedup();
        symbols
    }

    /// The symbols whose values go into a term, in the order in which they were made: not those
    /// that only decide which of a few values it is. Where it is one of many known ones, as in a
    /// table, its value says what was looked up.
    pub fn carried(&self, term: impl Into<Term>) -> Vec<SymbolId> {
        let term = term.into();
        if self.known_atoms(term).is_some_and(|atoms| atoms.is_empty()) {
            return Vec::new();
        }
        let parts = |term: Term| {
            let node = self.node(term);
            let decides = match node {
                Node::BvIte(condition, ..) if !self.is_table(term) => Some(condition.into()),
                Node::FromBool(condition) => Some(condition.into()),
                _ => None,
            };
            node.children().filter(move |part| Some(*part) != decides)
        };
        let below = self.reachable_by([term], |_| false, parts);
        below.into_iter().filter_map(|term| self.as_symbol(term)).collect()
    }

    /// Whether a term is one of many known values.
    fn is_table(&self, term: Term) -> bool {
        const MANY: usize = 4;
        let mut values = FxHashSet::default();
        let mut stack = vec![term];
        // Each choice leads to two.
        for _ in 0..4 * MANY {
            let Some(term) = stack.pop() else { break };
            match self.node(term) {
                Node::BvIte(_, then, other) => stack.extend([Term::from(other), then.into()]),
                Node::BvConst { .. } | Node::BvWide(_) => {
                    values.insert(term);
                }
                _ => {}
            }
        }
        values.len() >= MANY
    }

    /// As `reachable`, without what is `done` and what lies below it alone.
    pub(crate) fn reachable_unless(
        &self,
        roots: impl IntoIterator<Item = Term>,
        done: impl Fn(Term) -> bool,
    ) -> Vec<Term> {
        self.reachable_by(roots, done, |term| self.node(term).children())
    }

    /// What is below the roots where each term has the parts that are given.
    pub(crate) fn reachable_by<I: Iterator<Item = Term>>(
        &self,
        roots: impl IntoIterator<Item = Term>,
        done: impl Fn(Term) -> bool,
        parts: impl Fn(Term) -> I,
    ) -> Vec<Term> {
        let mut seen = FxHashSet::default();
        let mut stack: Vec<Term> = roots.into_iter().collect();
        let mut order = Vec::new();
        while let Some(term) = stack.pop() {
            if !done(term) && seen.insert(term) {
                order.push(term);
                stack.extend(parts(term));
            }
        }
        order.sort_unstable();
        self.spend(order.len() * VISIT);
        order
    }
}
