//! How a function is built: what is where, and what comes after what.

use crate::code::{Code, Op};
use margay_ir::source::Place;
use margay_ir::{
    BlockId, Callee, Cfg, ConstKind, Dominators, Function, Id, InstId, Liveness, LoopForest,
    Op as Ir, Operand, Program,
};
use std::cell::OnceCell;
use std::collections::{HashMap, VecDeque};

/// A step of control from one block of a function to another.
pub(crate) type Edge = (BlockId, BlockId);

/// Where the instructions of a function are, and what comes after what in any case.
pub(crate) struct Shape {
    /// By the ids of instructions.
    pub blocks: Vec<BlockId>,
    /// Blocks that do nothing but return, by their ids.
    pub returns: Vec<bool>,
    pub post: Dominators,
    pub cfg: Cfg,
    pub loops: LoopForest,
    /// Calls of functions with a body in each block.
    pub calls: Vec<u32>,
    pub(crate) live: OnceCell<Liveness>,
    pub(crate) to_return: OnceCell<Vec<u32>>,
    /// Where control goes on from a block that it came to from another, if nothing is asked there.
    pub(crate) passes: HashMap<(BlockId, BlockId), BlockId>,
}

impl Shape {
    pub fn of(program: &Program, function: &Function) -> Shape {
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
        let is_call = |inst: &InstId| match &function.insts[*inst].op {
            Ir::Call(call) => match call.callee {
                Callee::Direct(id) => program.functions[id].has_body(),
                _ => false,
            },
            _ => false,
        };
        let count = |block| function.block_insts(block).filter(is_call).count();
        let calls = function.blocks.ids().map(|block| u32::try_from(count(block)).unwrap_or(0));
        let calls = calls.collect();
        let passes = passes(program, function);
        Shape {
            blocks,
            returns,
            post,
            cfg,
            loops,
            calls,
            live: OnceCell::new(),
            to_return: OnceCell::new(),
            passes,
        }
    }

    /// What the function, of which this is the shape, still reads at the start of blocks.
    pub fn liveness(&self, function: &Function) -> &Liveness {
        self.live.get_or_init(|| Liveness::new(function, &self.cfg))
    }

    /// Branches from a block to where the function returns; many if it does not.
    pub fn branches_to_return(&self, block: BlockId) -> u32 {
        self.to_return.get_or_init(|| branches_to_return(&self.cfg))[block.index()]
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

    /// The block that control goes on to from one block by another, if that only passes on what was
    /// decided.
    pub fn passed(&self, from: BlockId, by: BlockId) -> Option<BlockId> {
        self.passes.get(&(from, by)).copied()
    }

    /// The block that control comes to from one block by another, if that only passes on what was
    /// decided: the end of `a && b`.
    pub fn settled(&self, from: BlockId, to: BlockId) -> BlockId {
        let (mut from, mut to) = (from, to);
        // Conditions do not nest deeper than that, and a loop of them would not end.
        for _ in 0..8 {
            let Some(next) = self.passes.get(&(from, to)) else { break };
            (from, to) = (to, *next);
        }
        to
    }

    /// Whether one way on from an instruction leaves a loop that it is in, and another does not.
    pub fn may_leave_loop(&self, inst: InstId) -> bool {
        let Some(block) = self.block(inst) else { return false };
        let Some(around) = self.loops.innermost(block) else { return false };
        let leaves = |to: &BlockId| !self.loops.contains(around, self.settled(block, *to));
        let ways = self.cfg.successors(block);
        ways.iter().any(leaves) && !ways.iter().all(leaves)
    }
}

/// Where control goes on from blocks that ask for what the block before them decided.
pub(crate) fn passes(
    program: &Program,
    function: &Function,
) -> HashMap<(BlockId, BlockId), BlockId> {
    let mut passes = HashMap::new();
    for block in function.blocks.ids() {
        let Ir::CondBr { cond, then, other } = function.terminator(block).op else { continue };
        let insts = function.block_insts(block).map(|id| &function.insts[id]);
        for inst in insts {
            let Ir::Phi { incoming } = &inst.op else { break };
            if inst.result.map(Operand::Reg) != Some(cond) {
                continue;
            }
            for (from, value) in incoming {
                let Operand::Const(id) = value else { continue };
                if let ConstKind::Int(known) = program.const_of(*id).kind {
                    passes.insert((*from, block), if known & 1 == 1 { then } else { other });
                }
            }
        }
    }
    passes
}

/// Of each block of a function.
pub(crate) fn branches_to_return(cfg: &Cfg) -> Vec<u32> {
    const NEVER: u32 = 1 << 10;
    let mut distances = vec![NEVER; cfg.block_count()];
    let is_last = |block: &&BlockId| cfg.successors(**block).is_empty();
    let mut open: VecDeque<BlockId> =
        cfg.reverse_postorder().iter().filter(is_last).copied().collect();
    open.iter().for_each(|block| distances[block.index()] = 0);
    while let Some(block) = open.pop_front() {
        let next = distances[block.index()] + 1;
        for before in cfg.predecessors(block) {
            if next < distances[before.index()] {
                distances[before.index()] = next;
                open.push_back(*before);
            }
        }
    }
    distances
}
