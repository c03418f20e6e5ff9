//! The cause of a fault, as far as it can be told: what findings of one rule must share to be one defect.
//!
//! One missing check shows at each use of what was not checked. Such findings have the same cause, and a report shows one of
//! them with the places of the others. Invariant: what has the same cause goes away with one repair; where that is in doubt,
//! a fault has no cause that others could share.

use crate::found::location;
use margay_engine::{Event, Fault};
use margay_ir::finding::Cause;
use margay_ir::{
    BlockId, Cfg, Dominators, Function, Id, InstId, Op, Operand, Program, RegId, SlotId, SpanId,
};
use std::collections::{BTreeMap, BTreeSet};

pub fn cause(program: &Program, event: &Event) -> Option<Cause> {
    let roots = &event.evidence.roots;
    let function = &program.functions[event.function?];
    let place = |span: SpanId| location(program, span);
    let mut places = Vec::new();
    let words = match &event.fault {
        // What is allocated and not checked, or is freed too early, is one defect whatever is done with it then.
        Fault::NullAccess { failed: Some((name, call)), .. } => {
            places.push(place(*call)?);
            format!("{name} fails")
        }
        Fault::UseAfterFree { allocated, freed, .. } => {
            places.extend([place(*allocated)?, place(*freed)?]);
            "freed".to_owned()
        }
        // So is a variable that is never set.
        Fault::UninitialisedRead => {
            let slot = only_slot(function, roots.inst?)?;
            format!("unset {} {}", function.name, slot.index())
        }
        // The same unchecked input, where no branch lies between two uses that might check it.
        Fault::OutOfBounds { allocated, object, .. } if !roots.inputs.is_empty() => {
            places.push(place(*allocated)?);
            let global = event.evidence.global;
            let block = first_alike(function, roots.inst?)?;
            format!("bounds {object:?} {global:?} in {} {}", function.name, block.index())
        }
        Fault::DivisionByZero if !roots.inputs.is_empty() => {
            let block = first_alike(function, roots.inst?)?;
            format!("divisor in {} {}", function.name, block.index())
        }
        _ => return None,
    };
    let mut words = words;
    if matches!(event.fault, Fault::OutOfBounds { .. } | Fault::DivisionByZero) {
        for (site, name) in &roots.inputs {
            places.extend(place(*site));
            words.push_str("; ");
            words.push_str(name);
        }
    }
    Some(Cause { words, places })
}

/// The variable that an instruction computes with, if it is only one and nothing else: no memory and no call.
fn only_slot(function: &Function, inst: InstId) -> Option<SlotId> {
    let defined: BTreeMap<RegId, InstId> =
        function.insts.ids().filter_map(|id| Some((function.insts[id].result?, id))).collect();
    let mut slots = BTreeSet::new();
    let mut work = vec![inst];
    let mut seen = BTreeSet::new();
    let mut is_plain = true;
    while let Some(at) = work.pop() {
        if !seen.insert(at) {
            continue;
        }
        let op = &function.insts[at].op;
        match op {
            Op::SlotLoad { slot } => {
                slots.insert(*slot);
                continue;
            }
            Op::Load { .. } | Op::Call(_) | Op::Phi { .. } if at != inst => is_plain = false,
            _ => {}
        }
        op.for_each_operand(|operand| {
            if let Operand::Reg(reg) = operand {
                match defined.get(reg) {
                    Some(by) => work.push(*by),
                    None => is_plain = false,
                }
            }
        });
    }
    let only = if slots.len() == 1 { slots.pop_first() } else { None };
    only.filter(|_| is_plain)
}

/// The first block that is executed if and only if the block of an instruction is.
fn first_alike(function: &Function, inst: InstId) -> Option<BlockId> {
    let holds = |block: &BlockId| function.block_insts(*block).any(|own| own == inst);
    let block = function.blocks.ids().find(holds)?;
    let cfg = Cfg::new(function);
    let (dominators, post) = (Dominators::new(&cfg), Dominators::post(&cfg));
    let mut first = block;
    let mut above = dominators.idom(block);
    while let Some(next) = above {
        if post.dominates(block, next) {
            first = next;
        }
        above = dominators.idom(next);
    }
    Some(first)
}
