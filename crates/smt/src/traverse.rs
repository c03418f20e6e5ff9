//! Walks over terms.
//!
//! Ids grow from children to parents, so the ids below a root, sorted, are a topological order. Every
//! walk in this crate is a loop over that.

use crate::pool::TermPool;
use crate::term::{SymbolId, Term};
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
        order
    }
}
