//! The execution that shall show that a fault happens, without a widened loop.

use crate::judge::Noted;
use crate::state::candidate::Candidate;
use crate::state::widening::Widened;
use crate::state::{Frame, State};
use margay_ir::{FuncId, LoopId, Program};
use std::collections::BTreeMap;

/// The execution that shall show that a fault happens.
pub(crate) struct Replay {
    pub(crate) sides: BTreeMap<(FuncId, usize), [bool; 2]>,
    pub(crate) frame: u64,
    pub(crate) id: LoopId,
    /// The fault is in the loop: it is not to be left before.
    pub(crate) stays: bool,
    /// How often the loop iterates leaves doubt.
    pub(crate) hangs: bool,
}

impl Replay {
    pub(crate) fn new(program: &Program, key: &Noted, candidate: &Candidate) -> Replay {
        let Widened { before, frame, id } = &*candidate.first;
        let mut sides: BTreeMap<(FuncId, usize), [bool; 2]> = BTreeMap::new();
        for (function, pc, holds) in &candidate.sides {
            sides.entry((*function, *pc)).or_default()[usize::from(*holds)] = true;
        }
        let mut homes = before.frames.iter().filter(|each| each.serial == *frame);
        let stays = homes.any(|home| home.function == key.0)
            && is_in_loop(program, before, *frame, *id, key.1);
        Replay { sides, frame: *frame, id: *id, stays, hangs: candidate.hangs }
    }

    /// Whether a frame is in the loop.
    pub(crate) fn is_around(&self, frame: &Frame) -> bool {
        frame.serial == self.frame && frame.loops.iter().any(|visit| visit.id == self.id)
    }

    /// Whether a decision of a frame about how often the loop iterates leaves no doubt.
    pub fn trusts(&self, frame: &Frame) -> bool {
        !self.hangs && self.is_around(frame)
    }

    /// Whether a loop is to make another iteration before it is left.
    pub fn stays(&self) -> bool {
        self.stays
    }
}

/// Whether an operation of a frame is in a loop.
pub(crate) fn is_in_loop(
    program: &Program,
    state: &State,
    frame: u64,
    id: LoopId,
    pc: usize,
) -> bool {
    let home = state.frames.iter().find(|each| each.serial == frame);
    home.is_some_and(|home| {
        let inst = home.code.insts.get(pc);
        let block = inst.and_then(|inst| program.functions[home.function].block_of(*inst));
        let loops = home.code.loops.as_ref();
        block.is_some_and(|block| loops.is_some_and(|loops| loops.forest.contains(id, block)))
    })
}
