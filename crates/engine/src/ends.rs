//! How paths end, and what each covers: what tests are made of.
//!
//! An edge is a way that control goes in the program's own code: into a function, to a case of a
//! switch, or to one side of a condition. A path knows the edges that it took. Where not every path
//! is wanted, an end is noted if its path took an edge that none did which ended before. A path may
//! also be cut short, or wait for ever: so it is noted on the way as well when it takes an edge
//! that none took before. Whoever collects the ends needs those only for what no end covers.

use crate::code::Op;
use crate::course::Course;
use crate::engine::{CodeEntry, Engine};
use crate::input::InputValue;
use crate::state::State;
use margay_ir::{BlockId, FuncId, Id, SpanId};
use std::collections::BTreeSet;
use std::rc::Rc;

/// A function, and twice the operation that stands for the edge, plus one for the true side.
type Edge = (FuncId, u32);

fn edge(function: FuncId, pc: usize, side: bool) -> Edge {
    let op = u32::try_from(pc).expect("a function has fewer than 2^31 operations");
    (function, op * 2 + u32::from(side))
}

/// The edge that leads into a function.
const ENTRY: u32 = u32::MAX;

/// The edges that a path took. It is cheap to clone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Covered {
    edges: Rc<BTreeSet<Edge>>,
    /// How many there were when it was last looked whether some are new.
    looked_at: usize,
    course: Option<Course>,
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

    /// In which order it took them, if anybody wants to know of edges.
    pub(crate) fn course(&self) -> Option<Course> {
        self.course
    }

    fn take(&mut self, edge: Edge) {
        let (function, op) = (edge.0.index() as u64, u64::from(edge.1));
        self.course.get_or_insert_default().take(function << u32::BITS | op);
        if !self.edges.contains(&edge) {
            Rc::make_mut(&mut self.edges).insert(edge);
        }
    }

    /// Whether some were added since somebody asked.
    fn has_grown(&mut self) -> bool {
        std::mem::replace(&mut self.looked_at, self.edges.len()) < self.edges.len()
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
    every: bool,
    /// After so many no path is followed.
    most: usize,
    pub(crate) known: KnownEdges,
    pub noted: Vec<PathEnd>,
}

/// What paths cover that were noted, by any engine.
#[derive(Clone, Debug, Default)]
pub(crate) struct KnownEdges {
    /// Those that ended.
    ended: Edges,
    /// All.
    taken: Edges,
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

    fn wants(&self, end: End, covered: &Covered) -> bool {
        match end {
            // What is open is no path of its own.
            End::Open => !self.every && !self.known.taken.has_all(covered),
            _ => self.every || !self.known.ended.has_all(covered),
        }
    }
}

impl Engine<'_> {
    /// Notes the end of a path if somebody wants it. Without inputs, some are looked for that lead
    /// there.
    pub(crate) fn note_end(&mut self, state: &State, end: End, inputs: Option<&[InputValue]>) {
        let is_wanted = self.ends.as_ref().is_some_and(|ends| ends.wants(end, &state.covered));
        if !is_wanted || state.alone.is_some() {
            return;
        }
        let inputs = match inputs {
            Some(inputs) => Some(inputs.to_vec()),
            None => self.judge.inputs(&mut self.pool, state),
        };
        let place = self.program_place(state);
        let (Some(inputs), Some(ends)) = (inputs, &mut self.ends) else { return };
        let edges = Edges((*state.covered.edges).clone());
        ends.known.taken.join(&edges);
        if !end.is_open() {
            ends.known.ended.join(&edges);
        }
        ends.noted.push(PathEnd { end, place, inputs, edges });
    }

    /// Notes a path on the way, if it took an edge that none took before.
    pub(crate) fn note_way(&mut self, state: &mut State) {
        if self.ends.is_some() && state.covered.has_grown() {
            self.note_end(state, End::Open, None);
        }
    }

    /// How much was reached so far: blocks, and edges where they count.
    pub(crate) fn reached_so_far(&self) -> u64 {
        let edges = self.ends.as_ref().map_or(0, |ends| ends.known.taken.0.len());
        self.reached.count() + edges as u64
    }

    /// The blocks of a function that edges leave which no path took, where edges count.
    pub(crate) fn blocks_before_new_edges(&mut self, function: FuncId) -> Vec<BlockId> {
        let shape = self.shape(function);
        let (Some(ends), CodeEntry::Body(code)) = (&self.ends, &self.codes[function.index()])
        else {
            return Vec::new();
        };
        let is_new = |pc: usize, side| {
            let edge = edge(function, pc, side);
            !ends.known.taken.0.contains(&edge)
        };
        let leads_to_new = |pc: usize, op: &Op| match op {
            Op::Reach { .. } | Op::Cross { .. } => is_new(pc, true),
            Op::Sides { .. } => is_new(pc, false) || is_new(pc, true),
            _ => false,
        };
        let ops = code.ops.iter().enumerate().filter(|_| code.edges);
        let leading = ops.filter(|(pc, op)| leads_to_new(*pc, op));
        leading.filter_map(|(pc, _)| shape.block(*code.insts.get(pc)?)).collect()
    }

    /// Whether as many ends were noted as somebody wants.
    pub(crate) fn has_enough_ends(&self) -> bool {
        self.ends.as_ref().is_some_and(|ends| {
            let ended = ends.noted.iter().filter(|noted| !noted.end.is_open());
            ends.noted.len() >= ends.most && ended.count() >= ends.most
        })
    }
}
