//! How paths end, and what each covers: what tests are made of.
//!
//! An edge is a way that control goes in the program's own code: into a function, to a case of a
//! switch, or to one side of a condition. A path knows the edges that it took. Where not every path
//! is wanted, an end is noted if its path took an edge that none did which was noted before.

use crate::engine::Engine;
use crate::input::InputValue;
use crate::state::State;
use margay_ir::{FuncId, SpanId};
use std::collections::BTreeSet;
use std::rc::Rc;

/// A function, and twice the operation that stands for the edge, plus one for the true side.
type Edge = (FuncId, u32);

/// The edge that leads into a function.
const ENTRY: u32 = u32::MAX;

/// The edges that one path took, or several. It is cheap to clone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Covered(Rc<BTreeSet<Edge>>);

impl Covered {
    /// Control enters a function.
    pub(crate) fn enter(&mut self, function: FuncId) {
        self.take((function, ENTRY));
    }

    /// Control passes an operation that stands for an edge, or for two.
    pub(crate) fn pass(&mut self, function: FuncId, pc: usize, side: bool) {
        let op = u32::try_from(pc).expect("a function has fewer than 2^31 operations");
        self.take((function, op * 2 + u32::from(side)));
    }

    fn take(&mut self, edge: Edge) {
        if !self.0.contains(&edge) {
            Rc::make_mut(&mut self.0).insert(edge);
        }
    }

    /// The same for other threads.
    pub fn edges(&self) -> Edges {
        Edges((*self.0).clone())
    }
}

/// Edges as plain data.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edges(BTreeSet<Edge>);

impl Edges {
    /// Adds those of another, and says how many are new.
    pub fn join(&mut self, other: &Edges) -> usize {
        let before = self.0.len();
        self.0.extend(&other.0);
        self.0.len() - before
    }

    fn has_all(&self, covered: &Covered) -> bool {
        covered.0.is_subset(&self.0)
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

/// The ends that were noted.
#[derive(Clone, Debug)]
pub struct Ends {
    /// Whether all are noted, or those of paths that cover something new.
    pub every: bool,
    /// After so many no path is followed.
    pub most: usize,
    /// What the paths cover that were noted, here or elsewhere.
    pub(crate) covered: Edges,
    pub noted: Vec<PathEnd>,
}

impl Ends {
    pub fn new(every: bool, most: usize) -> Ends {
        Ends { every, most, covered: Edges::default(), noted: Vec::new() }
    }
}

impl Engine<'_> {
    /// Notes the end of a path if somebody wants it. Without inputs, some are looked for that lead
    /// there.
    pub(crate) fn note_end(&mut self, state: &State, end: End, inputs: Option<&[InputValue]>) {
        let place = self.program_place(state);
        let Some(ends) = &mut self.ends else { return };
        if state.alone.is_some() || !ends.every && ends.covered.has_all(&state.covered) {
            return;
        }
        let inputs = match inputs {
            Some(inputs) => Some(inputs.to_vec()),
            None => self.judge.inputs(&mut self.pool, state),
        };
        let Some(inputs) = inputs else { return };
        let edges = state.covered.edges();
        ends.covered.join(&edges);
        ends.noted.push(PathEnd { end, place, inputs, edges });
    }

    /// The same for one that is given up on the way. It is no path of its own, but what it covers
    /// counts.
    pub(crate) fn note_open(&mut self, state: &State) {
        if self.ends.as_ref().is_some_and(|ends| !ends.every) {
            self.note_end(state, End::Open, None);
        }
    }

    /// Whether as many ends were noted as somebody wants.
    pub(crate) fn has_enough_ends(&self) -> bool {
        self.ends.as_ref().is_some_and(|ends| ends.noted.len() >= ends.most)
    }
}
