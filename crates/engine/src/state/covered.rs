//! The edges of the code that a path took.

use crate::state::course::Course;
use margay_ir::{FuncId, Id};
use std::collections::BTreeSet;
use std::rc::Rc;

/// A function, and twice the operation that stands for the edge, plus one for the true side.
pub(crate) type Edge = (FuncId, u32);

pub(crate) fn edge(function: FuncId, pc: usize, side: bool) -> Edge {
    let op = u32::try_from(pc).expect("a function has fewer than 2^31 operations");
    (function, op * 2 + u32::from(side))
}

/// The edge that leads into a function.
pub(crate) const ENTRY: u32 = u32::MAX;

/// The edges that a path took. It is cheap to clone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Covered {
    pub(crate) edges: Rc<BTreeSet<Edge>>,
    /// How many there were when it was last looked whether some are new.
    pub(crate) looked_at: usize,
    pub(crate) course: Option<Course>,
}

impl Covered {
    /// Control enters a function.
    pub(crate) fn enter(&mut self, function: FuncId) {
        self.take((function, ENTRY));
    }

    /// Control passes an operation that stands for an edge, or for two.
    pub(crate) fn pass(&mut self, function: FuncId, pc: usize, side: bool) {
        self.take(edge(function, pc, side));
    }

    /// In which order it took them, if it is wanted of edges.
    pub(crate) fn course(&self) -> Option<Course> {
        self.course
    }

    pub(crate) fn take(&mut self, edge: Edge) {
        let (function, op) = (edge.0.index() as u64, u64::from(edge.1));
        self.course.get_or_insert_default().take(function << u32::BITS | op);
        if !self.edges.contains(&edge) {
            Rc::make_mut(&mut self.edges).insert(edge);
        }
    }

    /// Whether some were added since this was last asked.
    pub(crate) fn has_grown(&mut self) -> bool {
        std::mem::replace(&mut self.looked_at, self.edges.len()) < self.edges.len()
    }
}
