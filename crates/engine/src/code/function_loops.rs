//! The loops of a function, and what is known of them.

use crate::code::Reg;
use crate::code::loop_facts::LoopFacts;
use margay_ir::{BlockId, Cfg, Function, IdVec, LoopForest, LoopId, RegId, SlotId};

/// The loops of a function.
pub struct FunctionLoops {
    pub cfg: Cfg,
    pub forest: LoopForest,
    /// Known once the function is decoded.
    pub facts: IdVec<LoopId, LoopFacts>,
    /// Where slots and registers of the function are, known then too.
    pub slots: IdVec<SlotId, Reg>,
    pub regs: IdVec<RegId, Option<Reg>>,
    /// Control may come back to a place that it has left long ago, as by `longjmp`.
    pub returns_twice: bool,
}

impl FunctionLoops {
    pub fn of(function: &Function) -> Self {
        let cfg = Cfg::new(function);
        let forest = LoopForest::new(&cfg);
        let (facts, slots, regs) = (IdVec::new(), IdVec::new(), IdVec::new());
        FunctionLoops { cfg, forest, facts, slots, regs, returns_twice: false }
    }

    /// Whether an edge leads to the header of a loop, or out of a loop.
    pub fn is_crossed(&self, from: BlockId, to: BlockId) -> bool {
        let left = self.forest.innermost(from).is_some_and(|id| !self.forest.contains(id, to));
        left || self.forest.headed_by(to).is_some()
    }

    /// Whether a block of a loop leads out of it.
    pub fn is_exit(&self, id: LoopId, block: BlockId) -> bool {
        let inside = |to: &BlockId| self.forest.contains(id, *to);
        self.forest.contains(id, block) && !self.cfg.successors(block).iter().all(inside)
    }
}
