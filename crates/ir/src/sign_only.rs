//! Whether a program looks at no more of a number than its sign, or how it compares to others.
//!
//! Functions of the system give numbers whose value has no meaning, such as descriptors: a program asks whether there
//! is one, and hands it on. Invariant: where the answer is yes, any other number of the same sign leads the program the
//! same way, as far as the functions without a body that it is handed to do not tell it apart.

use crate::consts::ConstKind;
use crate::ids::{FuncId, Id, InstId, RegId, SlotId};
use crate::inst::{Callee, CastOp, IcmpPred, Op, Operand};
use crate::program::{Function, Program};
use crate::types::Type;
use std::collections::BTreeSet;

/// Values that are followed; a program that hands a number around more than that may look at it.
const MOST: usize = 256;

/// Whether of the result of an instruction no more than its sign counts.
pub fn only_sign_counts(program: &Program, function: FuncId, inst: InstId) -> bool {
    is_only_asked(program, function, inst, Question::Sign)
}

/// Whether the result of an instruction is only compared and handed on: nothing is calculated with it, and it is no index.
pub fn is_only_compared(program: &Program, function: FuncId, inst: InstId) -> bool {
    is_only_asked(program, function, inst, Question::Order)
}

/// What comparisons may ask of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    Sign,
    /// How it compares to anything.
    Order,
}

fn is_only_asked(program: &Program, function: FuncId, inst: InstId, asked: Question) -> bool {
    let Some(result) = program.functions[function].insts[inst].result else { return true };
    let mut seen = BTreeSet::from([(function, result)]);
    let mut open = vec![(function, result)];
    while let Some((function, reg)) = open.pop() {
        let Some(next) = handed_on(program, function, reg, asked) else { return false };
        open.extend(next.into_iter().filter(|value| seen.insert(*value)));
        if seen.len() > MOST {
            return false;
        }
    }
    true
}

/// The values that are the same number; `None` if something else is done with it.
fn handed_on(
    program: &Program,
    id: FuncId,
    reg: RegId,
    asked: Question,
) -> Option<Vec<(FuncId, RegId)>> {
    let function = &program.functions[id];
    let mut next = Vec::new();
    for inst in function.insts.iter() {
        let mut is_used = false;
        inst.op.for_each_operand(|operand| is_used |= is(operand, reg));
        if !is_used {
            continue;
        }
        match &inst.op {
            Op::SlotStore { slot, .. } => next.extend(loads(function, *slot).map(|to| (id, to))),
            Op::Phi { .. } => next.extend(inst.result.map(|to| (id, to))),
            Op::Cast { op: CastOp::SExt, .. } => next.extend(inst.result.map(|to| (id, to))),
            Op::Icmp { .. } if asked == Question::Order => {}
            Op::Icmp { pred, a, b } if is(a, reg) && asks_for_sign(program, *pred, b) => {}
            Op::Call(call) => match call.callee {
                Callee::Direct(callee) => {
                    let body = &program.functions[callee];
                    let given = call.args.iter().enumerate().filter(|(_, arg)| is(arg, reg));
                    for (index, _) in given.filter(|_| body.has_body()) {
                        let is_named = index < body.param_count();
                        next.push((callee, is_named.then(|| RegId::from_index(index))?));
                    }
                }
                _ => return None,
            },
            Op::Ret { .. } => next.extend(results(program, id)?),
            _ => return None,
        }
    }
    Some(next)
}

fn is(operand: &Operand, reg: RegId) -> bool {
    matches!(operand, Operand::Reg(other) if *other == reg)
}

/// Whether a comparison tells no two numbers of the same sign apart.
fn asks_for_sign(program: &Program, pred: IcmpPred, with: &Operand) -> bool {
    let Operand::Const(id) = with else { return false };
    let constant = program.consts.get(*id);
    let ConstKind::Int(number) = constant.kind else { return false };
    let Type::Int(bits) = *program.types.get(constant.ty) else { return false };
    match pred {
        IcmpPred::Slt | IcmpPred::Sge => number == 0,
        // A failure is -1, and no other negative number is given.
        IcmpPred::Eq | IcmpPred::Ne | IcmpPred::Sgt | IcmpPred::Sle => {
            bits <= 64 && number == u64::MAX >> (64 - bits)
        }
        _ => false,
    }
}

fn loads(function: &Function, slot: SlotId) -> impl Iterator<Item = RegId> {
    function.insts.iter().filter_map(move |inst| match inst.op {
        Op::SlotLoad { slot: from } if from == slot => inst.result,
        _ => None,
    })
}

/// What calls of a function come to; `None` if it may be called by its address.
fn results(program: &Program, of: FuncId) -> Option<Vec<(FuncId, RegId)>> {
    let mut found = Vec::new();
    for (caller, function) in program.functions.enumerate() {
        for inst in function.insts.iter() {
            if let Op::Call(call) = &inst.op {
                match call.callee {
                    Callee::Direct(callee) if callee == of => {
                        found.extend(inst.result.map(|result| (caller, result)));
                    }
                    Callee::Direct(_) => {}
                    _ => return None,
                }
            }
        }
    }
    Some(found)
}
