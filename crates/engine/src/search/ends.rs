//! How paths end, and what each covers: what tests are made of.
//!
//! An edge is a step of control in the program's own code: into a function, to a case of a switch,
//! or to one side of a condition. A path knows the edges that it took. Where not every path is
//! wanted, an end is noted if its path took an edge that none did which ended before. A path may
//! also be truncated at a limit, or wait for ever: so it is noted while it runs as well, when it
//! takes an edge that none took before. Those are needed only for the edges that no end covers.

use crate::code::Op;
use crate::engine::{CodeEntry, Engine};
use crate::records::ends::{Edges, End, PathEnd};
use crate::state::State;
use crate::state::covered::edge;
use crate::state::input::InputValue;
use margay_ir::{BlockId, FuncId, Id};

impl Engine<'_> {
    /// Notes the end of a path if it is wanted. Without inputs, some are looked for that lead there.
    pub(crate) fn note_end(&mut self, state: &State, end: End, inputs: Option<&[InputValue]>) {
        let is_wanted =
            self.ends.as_ref().is_some_and(|ends| ends.wants(end, &state.recorded.covered));
        if !is_wanted || !state.is_on_whole_path() {
            return;
        }
        let inputs = match inputs {
            Some(inputs) => Some(inputs.to_vec()),
            None => self.judge.inputs(&mut self.pool, state),
        };
        let place = self.program_place(state);
        let (Some(inputs), Some(ends)) = (inputs, &mut self.ends) else { return };
        let edges = Edges((*state.recorded.covered.edges).clone());
        ends.known.taken.join(&edges);
        if !end.is_open() {
            ends.known.ended.join(&edges);
        }
        ends.noted.push(PathEnd { end, place, inputs, edges });
    }

    /// Notes a path while it runs, if it took an edge that none took before.
    pub(crate) fn note_way(&mut self, state: &mut State) {
        if self.ends.is_some() && state.recorded.covered.has_grown() {
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

    /// Whether as many ends were noted as are wanted.
    pub(crate) fn has_enough_ends(&self) -> bool {
        self.ends.as_ref().is_some_and(|ends| {
            let ended = ends.noted.iter().filter(|noted| !noted.end.is_open());
            ends.noted.len() >= ends.most && ended.count() >= ends.most
        })
    }
}
