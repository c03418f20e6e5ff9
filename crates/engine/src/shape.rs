//! How a function is built: what is where, and what comes after what.

use crate::code::{Code, Op};
use crate::engine::Engine;
use margay_ir::source::Place;
use margay_ir::{BlockId, Cfg, Dominators, FuncId, Function, Id, InstId, LoopForest, Op as Ir};
use std::rc::Rc;

impl Engine<'_> {
    pub(crate) fn shape(&mut self, function: FuncId) -> Rc<Shape> {
        let body = &self.program.functions[function];
        let shape = self.shapes.entry(function).or_insert_with(|| Rc::new(Shape::of(body)));
        shape.clone()
    }
}

/// Where the instructions of a function are, and what comes after what in any case.
pub(crate) struct Shape {
    /// By the ids of instructions.
    pub blocks: Vec<BlockId>,
    /// Blocks that do nothing but return, by their ids.
    pub returns: Vec<bool>,
    pub post: Dominators,
    pub cfg: Cfg,
    pub loops: LoopForest,
}

impl Shape {
    pub fn of(function: &Function) -> Shape {
        let mut blocks = vec![BlockId::from_index(0); function.insts.len()];
        for block in function.blocks.ids() {
            function.block_insts(block).for_each(|inst| blocks[inst.index()] = block);
        }
        let returns = function.blocks.ids().map(|block| {
            function.block_insts(block).all(|inst| match function.insts[inst].op {
                Ir::Ret { .. } => true,
                // What a function returns from several places has no name.
                Ir::SlotLoad { slot } => {
                    function.vars.iter().all(|variable| variable.place != Place::Slot(slot))
                }
                _ => false,
            })
        });
        let returns = returns.collect();
        let cfg = Cfg::new(function);
        let (post, loops) = (Dominators::post(&cfg), LoopForest::new(&cfg));
        Shape { blocks, returns, post, cfg, loops }
    }

    pub fn block(&self, inst: InstId) -> Option<BlockId> {
        self.blocks.get(inst.index()).copied()
    }

    /// The block that a jump leads to.
    pub fn led_to(&self, code: &Code, target: u32) -> Option<BlockId> {
        let mut at = target as usize;
        loop {
            match code.ops.get(at)? {
                Op::Reach { block, .. } | Op::Cross { block, .. } => return Some(*block),
                Op::Jump { to } if at >= code.stubs => at = to.get() as usize,
                _ if at >= code.stubs => at += 1,
                _ => return self.block(*code.insts.get(at)?),
            }
        }
    }

    /// Whether one way on from an instruction leaves a loop that it is in, and another does not.
    pub fn may_leave_loop(&self, inst: InstId) -> bool {
        let Some(block) = self.block(inst) else { return false };
        let Some(around) = self.loops.innermost(block) else { return false };
        let leaves = |to: &BlockId| !self.loops.contains(around, *to);
        let ways = self.cfg.successors(block);
        ways.iter().any(leaves) && !ways.iter().all(leaves)
    }
}
