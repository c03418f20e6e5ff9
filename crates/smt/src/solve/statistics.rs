//! What the layers did.

use std::cell::Cell;
use std::fmt;

/// The layers that answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layer {
    Rewriting,
    Domains,
    Models,
    Slicing,
    Cache,
    Search,
    Core,
    Pipe,
}

impl Layer {
    pub const ALL: [Layer; 8] = [
        Layer::Rewriting,
        Layer::Domains,
        Layer::Models,
        Layer::Slicing,
        Layer::Cache,
        Layer::Search,
        Layer::Core,
        Layer::Pipe,
    ];
}

impl fmt::Display for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Layer::Rewriting => "rewriting",
            Layer::Domains => "domains",
            Layer::Models => "models",
            Layer::Slicing => "slicing",
            Layer::Cache => "cache",
            Layer::Search => "search",
            Layer::Core => "core",
            Layer::Pipe => "pipe",
        })
    }
}

/// Counts, shared by the layers of one chain. A query that slicing takes apart is counted once for
/// each part.
#[derive(Default, Debug)]
pub struct Statistics {
    answered: [Cell<u64>; Layer::ALL.len()],
    unknown: Cell<u64>,
    /// Queries that a solver in another process left undecided.
    left_by_pipe: Cell<u64>,
    conflicts: Cell<u64>,
    /// Times the SAT instance was thrown away because most of it was about the past.
    restarts: Cell<u64>,
}

impl Statistics {
    pub fn answered(&self, layer: Layer) -> u64 {
        self.cell(layer).get()
    }

    /// Queries that no layer answered.
    pub fn unknown(&self) -> u64 {
        self.unknown.get()
    }

    /// Queries that a solver in another process left undecided. It may have failed, or the clock may have ended it:
    /// asked again, it may answer.
    pub fn left_by_pipe(&self) -> u64 {
        self.left_by_pipe.get()
    }

    /// Conflicts of the SAT solver.
    pub fn conflicts(&self) -> u64 {
        self.conflicts.get()
    }

    /// How often the SAT solver was started anew.
    pub fn restarts(&self) -> u64 {
        self.restarts.get()
    }

    pub(crate) fn count(&self, layer: Layer) {
        increment(self.cell(layer), 1);
    }

    pub(crate) fn count_unknown(&self) {
        increment(&self.unknown, 1);
    }

    pub(crate) fn count_left_by_pipe(&self) {
        increment(&self.left_by_pipe, 1);
    }

    pub(crate) fn count_conflicts(&self, conflicts: u64) {
        increment(&self.conflicts, conflicts);
    }

    pub(crate) fn count_restart(&self) {
        increment(&self.restarts, 1);
    }

    fn cell(&self, layer: Layer) -> &Cell<u64> {
        let at = Layer::ALL.iter().position(|&l| l == layer).expect("all layers are listed");
        &self.answered[at]
    }
}

fn increment(cell: &Cell<u64>, by: u64) {
    cell.set(cell.get() + by);
}
