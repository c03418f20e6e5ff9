//! `errno`: a call that fails sets one of the values that it may have.

use super::assumed;
use crate::errno::{EDOM, EILSEQ, EINVAL, ENOMEM, ERANGE};
use crate::spec::{Table, all_answers};
use margay_engine::{Call, Flow, ModelResult, Value, terms};
use margay_ir::{Callee, Function, Op, Operand, Program, RegId};

pub const MODELS: Table =
    Table::of(&[all_answers("__errno_location", location), all_answers("__error", location)]);

/// Values that calls fail with which have no other.
const EXACT: &[i32] = &[0, EDOM, EILSEQ, EINVAL, ENOMEM, ERANGE];

/// Functions that tell people what the value means.
const TELLERS: &[&str] = &["strerror", "error", "printf", "fprintf"];

fn location(call: &mut Call<'_>) -> ModelResult {
    let address = call.errno_address();
    if is_one_of_several(call, address) && !is_only_told(call) {
        call.leave_out(assumed::ERRNO);
    }
    Ok(Flow::address(address))
}

/// Whether a call has failed for one reason, and might have for another.
fn is_one_of_several(call: &mut Call<'_>, address: u64) -> bool {
    let exact = |value: u64| EXACT.iter().any(|exact| u64::from(exact.cast_unsigned()) == value);
    let Ok(value) = call.load_value(address, 4) else { return false };
    match call.state.path.resolve(call.pool, value) {
        Value::Int(value) => !exact(value),
        Value::Term(value) => {
            let choices = terms::choices(call.pool, value).into_iter();
            let values = choices.map(|choice| terms::as_known(call.pool, choice).as_u64());
            values.flatten().any(|value| !exact(value))
        }
        _ => false,
    }
}

/// Whether the place is there to be written, or people are told what it holds.
fn is_only_told(call: &Call<'_>) -> bool {
    let Some(frame) = call.state.frames.last() else { return false };
    let function = &call.program.functions[frame.function];
    let mut asked = function
        .insts
        .iter()
        .filter(|inst| inst.span == call.site && calls(call.program, &inst.op, &[call.name]));
    let Some(place) = asked.next().and_then(|inst| inst.result) else { return false };
    asked.next().is_none()
        && uses(function, place).all(|(op, result)| match (op, result) {
            (Op::Store { value, .. }, _) => *value != Operand::Reg(place),
            (Op::Load { .. }, Some(value)) => {
                uses(function, value).all(|(op, _)| calls(call.program, op, TELLERS))
            }
            _ => false,
        })
}

fn calls(program: &Program, op: &Op, names: &[&str]) -> bool {
    match op {
        Op::Call(call) => match &call.callee {
            Callee::Direct(callee) => names.contains(&program.functions[*callee].name.as_ref()),
            _ => false,
        },
        _ => false,
    }
}

/// What uses a register, and the register that it assigns.
fn uses(function: &Function, reg: RegId) -> impl Iterator<Item = (&Op, Option<RegId>)> {
    let uses = move |op: &Op| {
        let mut found = false;
        op.for_each_operand(|operand| found |= *operand == Operand::Reg(reg));
        found
    };
    let insts = function.insts.iter().filter(move |inst| uses(&inst.op));
    insts.map(|inst| (&inst.op, inst.result))
}
