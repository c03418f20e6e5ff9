//! Releasing terms: depth-first search keeps only what its path needs.
//!
//! Ids are given in the order of time, so what was made since a mark is everything from an id on. A search that goes
//! back to a state of that time can let go of all of it. A holder of things kept by term asks `released_since` before
//! it uses them again.

use crate::pool::TermPool;
use crate::term::{SymbolId, Term};

/// A moment in the life of a pool: what existed then.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    pub(crate) nodes: usize,
    pub(crate) symbols: usize,
    pub(crate) wide: usize,
    pub(crate) tables: usize,
}

impl Mark {
    /// Whether a term existed at that moment.
    pub(crate) fn has_term(&self, term: impl Into<Term>) -> bool {
        term.into().index() < self.nodes
    }

    /// Whether a symbol existed at that moment.
    pub(crate) fn has_symbol(&self, symbol: SymbolId) -> bool {
        symbol.index() < self.symbols
    }
}

/// The releases so far, as far as they still matter.
#[derive(Default)]
pub(crate) struct Releases {
    epoch: u64,
    /// Epochs and marks, both rising: a later release to an earlier mark covers those before it.
    marks: Vec<(u64, Mark)>,
}

impl Releases {
    pub(crate) fn add(&mut self, mark: Mark) {
        while self.marks.last().is_some_and(|(_, last)| last.nodes >= mark.nodes) {
            self.marks.pop();
        }
        self.epoch += 1;
        self.marks.push((self.epoch, mark));
    }
}

impl TermPool {
    /// How often terms were released.
    pub(crate) fn release_epoch(&self) -> u64 {
        self.releases.epoch
    }

    /// The earliest mark that was released to after an epoch.
    pub(crate) fn released_since(&self, epoch: u64) -> Option<Mark> {
        if epoch == self.releases.epoch {
            return None;
        }
        let at = self.releases.marks.partition_point(|(when, _)| *when <= epoch);
        self.releases.marks.get(at).map(|(_, mark)| *mark)
    }
}
