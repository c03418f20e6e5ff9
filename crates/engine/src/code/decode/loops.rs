//! What is known of the loops of a function, in terms of its code.

use super::{Decoder, position};
use crate::code::Reg;
use crate::code::function_loops::FunctionLoops;
use crate::code::loop_facts::{self, LoopFacts};
use margay_ir::{IdVec, Liveness, LoopId, Op as Ir};
use std::collections::BTreeSet;

/// The facts of each loop; all registers have their numbers.
pub fn facts(d: &Decoder<'_>, loops: &FunctionLoops) -> IdVec<LoopId, LoopFacts> {
    let FunctionLoops { cfg, forest, .. } = loops;
    if forest.loops().is_empty() {
        return IdVec::new();
    }
    let live = Liveness::new(d.function, cfg);
    let ends = loop_facts::ends(d.program, d.library, d.function, cfg, forest);
    let ids = forest.loops().ids();
    ids.zip(ends)
        .map(|(id, (span, end))| LoopFacts { span, end, changes: changes(d, loops, &live, id) })
        .collect()
}

/// The registers that a loop writes and that are live at its header.
fn changes(d: &Decoder<'_>, loops: &FunctionLoops, live: &Liveness, id: LoopId) -> Box<[Reg]> {
    // A second return of setjmp may read what no block does.
    if d.plan.returns_twice {
        return (0..d.next_reg()).collect();
    }
    let header = loops.forest.get(id).header;
    let mut changes = BTreeSet::new();
    let insts = loops.forest.body(id).iter().flat_map(|block| d.function.block_insts(*block));
    for inst in insts.map(|id| &d.function.insts[id]) {
        if let Ir::SlotStore { slot, .. } | Ir::SlotReset { slot } = inst.op
            && live.has_slot(header, slot)
        {
            changes.insert(d.slots[slot]);
        }
        if let Some(reg) = inst.result.filter(|reg| live.has_reg(header, *reg))
            && let Some(first) = d.regs[reg]
        {
            let lanes = d.lanes(d.function.regs[reg]).map_or(0, |lanes| lanes.len());
            changes.extend(first..first + position(lanes));
        }
    }
    changes.into_iter().collect()
}
