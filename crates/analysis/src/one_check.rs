//! Accesses that one check of a length mends: those at constant distances from a pointer that a function sets once.
//!
//! `p[0]; p[1]; p[4]` without a check are one defect, since a check for the last of them, before the first, mends them all.
//! It would be too much where some of them are not always executed: `if (kind == 1) p[4]; else p[8];` takes two checks, one
//! on each side. And where the program looks at something else between two accesses, that may be a check already, which is
//! wrong for one of them.
//!
//! Invariant: between the first access of a group and any other of it, the only branches with a side that does not lead to the
//! other look at what the pointer leads to, and on that side nothing more is accessed through the pointer.

use margay_ir::{BlockId, Cfg, Dominators, Function, InstId, Op, Operand, RegId, SlotId};
use std::collections::{BTreeMap, BTreeSet};

/// The pointer that an instruction accesses memory through, and the first access that one check would mend together with it.
pub fn first_of_group(function: &Function, inst: InstId) -> Option<(SlotId, InstId)> {
    let uses = Uses::of(function, inst)?;
    let mut first = inst;
    while let Some(before) = uses.mended_with(first) {
        first = before;
    }
    Some((uses.slot, first))
}

/// What a function does with one pointer.
struct Uses<'a> {
    function: &'a Function,
    slot: SlotId,
    cfg: Cfg,
    dominators: Dominators,
    defined: BTreeMap<RegId, InstId>,
    blocks: BTreeMap<InstId, BlockId>,
    /// Accesses at constant distances.
    accesses: BTreeSet<InstId>,
    /// Blocks in which the pointer is read, for whatever.
    read_in: BTreeSet<BlockId>,
}

impl<'a> Uses<'a> {
    fn of(function: &'a Function, inst: InstId) -> Option<Uses<'a>> {
        let ids = || function.insts.ids();
        let defined: BTreeMap<RegId, InstId> =
            ids().filter_map(|id| Some((function.insts[id].result?, id))).collect();
        let slot = accessed_through(function, &defined, inst)?;
        let is_set = |op: &Op| matches!(op, Op::SlotStore { slot: to, .. } if *to == slot);
        if function.insts.iter().filter(|inst| is_set(&inst.op)).count() != 1 {
            return None;
        }
        let of_block = |block| function.block_insts(block).map(move |inst| (inst, block));
        let blocks: BTreeMap<InstId, BlockId> = function.blocks.ids().flat_map(of_block).collect();
        let is_access = |id: &InstId| accessed_through(function, &defined, *id) == Some(slot);
        let accesses = ids().filter(is_access).collect();
        let is_read = |id: &InstId| matches!(function.insts[*id].op, Op::SlotLoad { slot: from } if from == slot);
        let read_in = ids().filter(is_read).filter_map(|id| blocks.get(&id).copied()).collect();
        let cfg = Cfg::new(function);
        let dominators = Dominators::new(&cfg);
        Some(Uses { function, slot, cfg, dominators, defined, blocks, accesses, read_in })
    }

    /// The access just before one that the same check mends.
    fn mended_with(&self, inst: InstId) -> Option<InstId> {
        let here = *self.blocks.get(&inst)?;
        let comes_before = |before: &&InstId| match self.blocks.get(before) {
            Some(there) if *there == here => **before < inst,
            Some(there) => self.dominators.strictly_dominates(*there, here),
            None => false,
        };
        let depth = |before: &InstId| {
            self.blocks.get(before).and_then(|block| self.dominators.depth(*block))
        };
        let before = self.accesses.iter().filter(comes_before);
        let nearest = *before.max_by_key(|before| (depth(before), **before))?;
        self.leads_on(*self.blocks.get(&nearest)?, here).then_some(nearest)
    }

    /// Whether all paths from one block lead to another, but for those on which what the pointer leads to is found to
    /// be something else, and is not accessed any more.
    fn leads_on(&self, from: BlockId, to: BlockId) -> bool {
        if from == to {
            return true;
        }
        let around = self.reached(from, to, |block| self.cfg.successors(block));
        let back = self.reached(to, from, |block| self.cfg.predecessors(block));
        let is_on_the_way =
            |block: &BlockId| *block == from || *block == to || back.contains(block);
        let (leading, other): (Vec<BlockId>, Vec<BlockId>) =
            around.into_iter().chain([from]).partition(is_on_the_way);
        let leaves =
            |block: &BlockId| self.cfg.successors(*block).iter().any(|next| !is_on_the_way(next));
        leading.iter().filter(|block| leaves(block)).all(|block| self.looks_at_it(*block))
            && !other.iter().any(|block| self.read_in.contains(block))
    }

    /// Blocks that are reached from one, itself excluded, without going through another.
    fn reached<'b>(
        &self,
        from: BlockId,
        not_through: BlockId,
        next: impl Fn(BlockId) -> &'b [BlockId],
    ) -> BTreeSet<BlockId> {
        let mut found = BTreeSet::new();
        let mut work = vec![from];
        while let Some(block) = work.pop() {
            for next in next(block) {
                if *next != not_through && *next != from && found.insert(*next) {
                    work.push(*next);
                }
            }
        }
        found
    }

    /// Whether the branch at the end of a block compares what was read through the pointer with a constant.
    fn looks_at_it(&self, block: BlockId) -> bool {
        let Some(last) = self.function.block_insts(block).last() else { return false };
        let condition = match &self.function.insts[last].op {
            Op::CondBr { cond, .. } => *cond,
            Op::Switch { value, .. } => *value,
            _ => return false,
        };
        let mut work = vec![condition];
        let mut has_read = false;
        while let Some(operand) = work.pop() {
            let Operand::Reg(reg) = operand else { continue };
            let Some(by) = self.defined.get(&reg) else { return false };
            match &self.function.insts[*by].op {
                Op::Load { .. } if self.accesses.contains(by) => has_read = true,
                op @ (Op::Icmp { .. } | Op::Cast { .. } | Op::Binary { .. }) => {
                    op.for_each_operand(|operand| work.push(*operand));
                }
                _ => return false,
            }
        }
        has_read
    }
}

/// The variable in whose value an instruction accesses memory, at a constant distance.
fn accessed_through(
    function: &Function,
    defined: &BTreeMap<RegId, InstId>,
    inst: InstId,
) -> Option<SlotId> {
    let (Op::Load { ptr, .. } | Op::Store { ptr, .. }) = &function.insts[inst].op else {
        return None;
    };
    let mut at = *ptr;
    loop {
        let Operand::Reg(reg) = at else { return None };
        match &function.insts[*defined.get(&reg)?].op {
            Op::SlotLoad { slot } => return Some(*slot),
            Op::Gep { base, indices, .. }
                if indices.iter().all(|index| matches!(index, Operand::Const(_))) =>
            {
                at = *base;
            }
            _ => return None,
        }
    }
}
