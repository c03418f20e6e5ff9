//! What a value of a function is made of, by its code.

use crate::inst::{Op, Operand};
use crate::{Function, InstId, RegId, SlotId};
use std::collections::BTreeSet;

/// Whether a value may be made from the result of an instruction of the same function.
pub fn may_be_made_from(function: &Function, value: Operand, source: InstId) -> bool {
    function.insts[source].result.is_some_and(|reg| made_from(function, value).contains(&reg))
}

/// The registers that a value may be made from, of the same function: through registers and slots,
/// whatever order they are written in. What goes through memory or calls is not seen.
pub fn made_from(function: &Function, value: Operand) -> BTreeSet<RegId> {
    let (mut regs, mut slots): (BTreeSet<RegId>, BTreeSet<SlotId>) = Default::default();
    let mut work = vec![value];
    while let Some(operand) = work.pop() {
        let Operand::Reg(reg) = operand else { continue };
        if !regs.insert(reg) {
            continue;
        }
        let made = function.insts.enumerate().find(|(_, inst)| inst.result == Some(reg));
        let Some((_, inst)) = made else { continue };
        match &inst.op {
            Op::SlotLoad { slot } => {
                if slots.insert(*slot) {
                    let stored = function.insts.iter().filter_map(|inst| match &inst.op {
                        Op::SlotStore { slot: other, value } if other == slot => Some(*value),
                        _ => None,
                    });
                    work.extend(stored);
                }
            }
            // What is read, or returned, is a value of its own.
            Op::Load { .. } | Op::Call { .. } => {}
            op => op.for_each_operand(|operand| work.push(*operand)),
        }
    }
    regs
}
