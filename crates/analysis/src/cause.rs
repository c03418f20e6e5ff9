//! The cause of a fault, as far as it can be told: what findings of one rule must share to be one defect.
//!
//! One missing check shows at each use of what was not checked. Such findings have the same cause, and a report shows one of
//! them with the places of the others. Invariant: what has the same cause goes away with one repair; where that is in doubt,
//! a fault has no cause that others could share.

use crate::found::location;
use crate::one_check::first_of_group;
use margay_engine::{Event, Fault};
use margay_ir::finding::Cause;
use margay_ir::{Function, Id, InstId, Op, Operand, Program, RegId, SlotId, SpanId};
use std::collections::{BTreeMap, BTreeSet};

/// Indices and divisors that are computed have none. A path goes on with what is in bounds, or not zero: so what faults
/// after a first use needs another check than the first. Of constant indices, the check for the largest mends all.
pub fn cause(program: &Program, event: &Event) -> Option<Cause> {
    let function = &program.functions[event.function?];
    let place = |span: SpanId| location(program, span);
    match &event.fault {
        // What is allocated and not checked, or is freed too early, is one defect whatever is done with it then. A call in
        // another function may be that of a wrapper, which all blocks of a program have in common.
        Fault::NullAccess { failed: Some((name, call)), .. } if has_span(function, *call) => {
            Some(Cause { words: format!("{name} fails"), places: vec![place(*call)?] })
        }
        Fault::UseAfterFree { allocated, freed, .. }
            if has_span(function, *allocated) && has_span(function, *freed) =>
        {
            let places = vec![place(*allocated)?, place(*freed)?];
            Some(Cause { words: "freed".to_owned(), places })
        }
        // So is a variable that is never set. Another file may have a function of the same name.
        Fault::UninitialisedRead => {
            let slot = only_slot(function, event.evidence.inst?)?;
            let words = format!("unset {} {}", function.name, slot.index());
            Some(Cause { words, places: vec![place(function.source.as_ref()?.span)?] })
        }
        // What is before the start no check of a length mends.
        Fault::OutOfBounds { offset: 0.., .. } => {
            let (slot, first) = first_of_group(function, event.evidence.inst?)?;
            let (name, slot, first) = (&function.name, slot.index(), first.index());
            let words = format!("length {name} {slot} {first}");
            Some(Cause { words, places: vec![place(function.source.as_ref()?.span)?] })
        }
        _ => None,
    }
}

/// Whether an instruction of a function stands there.
fn has_span(function: &Function, span: SpanId) -> bool {
    function.insts.ids().any(|inst| function.span(inst) == span)
}

/// The variable that an instruction computes with, if it is only one and nothing else: no memory and no call; and no
/// other variable is copied to it, which may be the one that is not set.
fn only_slot(function: &Function, inst: InstId) -> Option<SlotId> {
    let defined: BTreeMap<RegId, InstId> =
        function.insts.ids().filter_map(|id| Some((function.insts[id].result?, id))).collect();
    let mut slots = BTreeSet::new();
    let mut work = vec![inst];
    let mut seen = BTreeSet::new();
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
            Op::Load { .. } | Op::Call(_) | Op::Phi { .. } => return None,
            _ => {}
        }
        let mut is_plain = true;
        op.for_each_operand(|operand| {
            if let Operand::Reg(reg) = operand {
                match defined.get(reg) {
                    Some(by) => work.push(*by),
                    None => is_plain = false,
                }
            }
        });
        if !is_plain {
            return None;
        }
    }
    let only = if slots.len() == 1 { slots.pop_first() } else { None };
    only.filter(|slot| !is_copied_to(function, *slot))
}

/// Whether what is stored to a variable may itself be unset: it is no constant and no parameter.
fn is_copied_to(function: &Function, slot: SlotId) -> bool {
    let made = |reg: RegId| function.insts.iter().any(|inst| inst.result == Some(reg));
    function.insts.iter().any(|inst| match &inst.op {
        Op::SlotStore { slot: to, value: Operand::Reg(reg) } => *to == slot && made(*reg),
        _ => false,
    })
}
