//! How paths end, and what each covers: what tests are made of.

use crate::state::covered::{Covered, Edge};
use crate::state::input::InputValue;
use margay_ir::SpanId;
use std::collections::BTreeSet;

/// Edges as plain data.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edges(pub(crate) BTreeSet<Edge>);

impl Edges {
    /// Adds those of another, and says how many are new.
    pub fn join(&mut self, other: &Edges) -> usize {
        let before = self.0.len();
        self.0.extend(&other.0);
        self.0.len() - before
    }

    pub(crate) fn has_all(&self, covered: &Covered) -> bool {
        covered.edges.is_subset(&self.0)
    }
}

/// The end of a path, and an input that takes it.
#[derive(Clone, Debug)]
pub struct PathEnd {
    pub end: End,
    /// Where the path stands, if it is not over.
    pub place: SpanId,
    pub inputs: Vec<InputValue>,
    pub edges: Edges,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Exited(i32),
    /// The program died of this signal.
    Killed(i32),
    /// The rule that was broken.
    Fault(&'static str),
    /// It was not followed to its end: a limit was reached, or another path goes on as it does.
    Open,
}

impl End {
    pub fn is_open(self) -> bool {
        self == End::Open
    }
}

/// The ends that were noted.
#[derive(Clone, Debug)]
pub struct Ends {
    /// Whether all are noted, or those of paths that cover something new.
    pub(crate) every: bool,
    /// After so many no path is followed.
    pub(crate) most: usize,
    pub(crate) known: KnownEdges,
    pub noted: Vec<PathEnd>,
}

/// What paths cover that were noted, by any engine.
#[derive(Clone, Debug, Default)]
pub(crate) struct KnownEdges {
    /// Those that ended.
    pub(crate) ended: Edges,
    /// All.
    pub(crate) taken: Edges,
}

impl KnownEdges {
    pub fn join(&mut self, other: &KnownEdges) {
        self.ended.join(&other.ended);
        self.taken.join(&other.taken);
    }
}

impl Ends {
    pub fn new(every: bool, most: usize) -> Ends {
        Ends { every, most, known: KnownEdges::default(), noted: Vec::new() }
    }

    pub(crate) fn wants(&self, end: End, covered: &Covered) -> bool {
        match end {
            // What is open is no path of its own.
            End::Open => !self.every && !self.known.taken.has_all(covered),
            _ => self.every || !self.known.ended.has_all(covered),
        }
    }
}
