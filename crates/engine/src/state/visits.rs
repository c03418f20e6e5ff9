//! The loops that a frame is in.

use crate::state::Frame;
use crate::state::counting::Counting;
use crate::state::watch::Watch;
use margay_ir::Program;
use margay_ir::{BlockId, LoopId};
use margay_smt::Bv;

/// The loops that a frame is in, the outermost first.
#[derive(Clone, Default)]
pub(crate) struct Visits(pub(crate) Vec<Visit>);

/// One stay in a loop, from its entry on.
#[derive(Clone)]
pub(crate) struct Visit {
    pub id: LoopId,
    pub(crate) header: BlockId,
    /// How often the header was reached.
    pub iterations: u64,
    /// The iteration that is examined next; those before it begin without [`Engine::close_loop`].
    pub look: u64,
    /// Iterations in which the input chose something.
    pub(crate) rounds: u32,
    /// Iterations in which it did, and the paths became one again.
    pub(crate) merged: u32,
    /// What the path had assumed when the iteration began, or one before it.
    pub(crate) assumed: usize,
    /// It is not followed any further: an iteration before its end it is widened.
    pub(crate) due: bool,
    pub(crate) stage: Stage,
    /// The input chose at least once whether the loop goes on.
    pub(crate) chosen: bool,
    /// The input has chosen something since the last iteration that was examined.
    pub chooses: bool,
    pub watch: Option<Box<Watch>>,
    /// Acceleration of its iterations was tried.
    pub(crate) skipped: bool,
    /// How it counts, if it does.
    pub counting: Option<Box<Counting>>,
}

/// What becomes of the iterations of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// They are executed one by one.
    Walked,
    /// What the loop may change was forgotten: the iteration that goes on is the last.
    Widened,
    /// It iterated so often as this says, and iterates once more, unless that is never.
    Surveyed(Bv),
    /// That iteration was executed: it ends.
    Last,
}

impl Visit {
    pub fn header(&self) -> BlockId {
        self.header
    }

    /// Whether the input chose something in an iteration.
    pub fn has_chosen(&self) -> bool {
        self.chosen || self.chooses || self.rounds > 0
    }

    /// What the loop may change was forgotten: the next iteration is the last.
    pub fn widen(&mut self) {
        (self.stage, self.look) = (Stage::Widened, 0);
        self.watch = None;
    }

    /// It iterated as often as a counter says.
    pub fn iterate_often(&mut self, rounds: Bv) {
        (self.stage, self.look) = (Stage::Surveyed(rounds), 0);
        self.watch = None;
    }
}

impl Visits {
    /// Whether a block begins a further iteration of the innermost loop which is not examined; it is counted then.
    #[inline]
    pub fn pass(&mut self, block: BlockId) -> bool {
        match self.0.last_mut() {
            Some(visit) if visit.header == block && visit.iterations + 1 < visit.look => {
                visit.iterations += 1;
                true
            }
            _ => false,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether others are in the same iterations of the same loops.
    pub fn is_like(&self, other: &Visits) -> bool {
        let same = |(a, b): (&Visit, &Visit)| {
            a.id == b.id && a.iterations == b.iterations && a.due == b.due && a.stage == b.stage
        };
        self.0.len() == other.0.len() && self.0.iter().zip(&other.0).all(same)
    }

    /// Paths have become one that had assumed the same up to `split`: where they diverged in an iteration that goes on,
    /// nothing was chosen in it.
    pub fn forget_choices(&mut self, split: usize) {
        for visit in self.0.iter_mut().filter(|visit| visit.chooses && visit.assumed <= split) {
            visit.chooses = false;
            visit.merged += 1;
        }
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Visit> {
        self.0.iter()
    }

    pub fn innermost(&mut self) -> Option<&mut Visit> {
        self.0.last_mut()
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }
}

/// The block that a frame stands in.
pub(crate) fn block_of(program: &Program, frame: &Frame) -> Option<BlockId> {
    let inst = *frame.code.insts.get(frame.pc)?;
    program.functions[frame.function].block_of(inst)
}

impl Frame {
    /// Control has come back to where the frame stands by a path that the code does not show: it is only in loops that
    /// are around this place.
    pub(crate) fn fit_loops(&mut self, program: &Program) {
        let block = block_of(program, self);
        if let (Some(block), Some(loops)) = (block, &self.code.loops) {
            self.loops.0.retain(|visit| loops.forest.contains(visit.id, block));
        }
    }
}
