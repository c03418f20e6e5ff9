//! Operations on values that are symbolic or undefined, where the loop needs to know them: branches, switches,
//! addresses, choices between two values.

use super::{Next, slow};
use crate::arith::floats;
use crate::arith::ints;
use crate::code::{FloatOp, Op, Switch};
use crate::engine::Engine;
use crate::fault::Fault;
use crate::state::stop::{Need, Stop};
use crate::state::{State, SwitchVisit};
use crate::value::Value;
use crate::value::terms;
use margay_ir::BinaryOp;
use margay_smt::{BitVec, Bv, TermPool};
use std::collections::BTreeMap;
use std::rc::Rc;

impl Engine<'_> {
    /// A branch on a bit that is symbolic or undefined.
    #[cold]
    pub(super) fn branch_unknown(
        &mut self,
        state: &mut State,
        bit: Value,
        then: u32,
        other: u32,
    ) -> Next {
        let taken = match ints::to_bool(&mut self.pool, bit) {
            Some(condition) => {
                let program = self.program;
                let fresh = self.judge.require_fresh(program, &mut self.pool, state, condition);
                if let Err(stop) = fresh {
                    return self.stopped(state, stop);
                }
                match state.path.decide(&mut self.pool, condition) {
                    Some(taken) => {
                        self.record_settled(state, condition, taken);
                        taken
                    }
                    None => {
                        self.judge.note_unwritten(program, &mut self.pool, state, condition);
                        return self.stopped(state, Stop::Need(Need::Decide(condition)));
                    }
                }
            }
            None => {
                self.note(state, Fault::UninitialisedRead);
                bit.bits_and_undef(1).is_some_and(|(bits, _)| bits & 1 == 1)
            }
        };
        let frame = Rc::make_mut(state.frames.last_mut().expect("a frame runs"));
        frame.pc = if taken { then } else { other } as usize;
        Next::Frame
    }

    /// A switch on a symbolic value: the targets are asked for one by one.
    #[cold]
    pub(super) fn switch_unknown(&mut self, state: &mut State, value: Bv, table: &Switch) -> Next {
        let fresh = self.judge.require_fresh(self.program, &mut self.pool, state, value);
        if let Err(stop) = fresh {
            return self.stopped(state, stop);
        }
        let steps = state.steps;
        let frame = Rc::make_mut(state.frames.last_mut().expect("a frame runs"));
        let SwitchVisit { pc, steps: asked, counted, .. } = frame.switch;
        let again = pc == frame.pc && asked + 1 == steps;
        let (counted, target) = (again && counted, table.default);
        frame.switch = SwitchVisit { pc: frame.pc, steps, counted, target };
        let width = self.pool.width(value);
        let mut by_target: BTreeMap<u32, Vec<Bv>> = BTreeMap::new();
        for (case, target) in &table.cases {
            let case = self.pool.bv_u64(width.min(64), *case);
            by_target.entry(*target).or_default().push(case);
        }
        for (case, target) in &table.wide {
            let case = self.pool.bv_const(&BitVec::from_u128(width, *case));
            by_target.entry(*target).or_default().push(case);
        }
        by_target.remove(&table.default);
        let mut taken = table.default;
        for (target, cases) in by_target {
            let mut here = self.pool.bool_const(false);
            for case in cases {
                let equal = self.pool.eq(value, case);
                here = self.pool.or(here, equal);
            }
            match state.path.decide(&mut self.pool, here) {
                Some(true) => {
                    taken = target;
                    break;
                }
                Some(false) => {}
                None => {
                    let frame = Rc::make_mut(state.frames.last_mut().expect("a frame runs"));
                    frame.switch.target = target;
                    return self.stopped(state, Stop::Need(Need::Decide(here)));
                }
            }
        }
        let frame = Rc::make_mut(state.frames.last_mut().expect("a frame runs"));
        frame.pc = taken as usize;
        Next::Frame
    }

    /// The absolute value of a number, as compilers write it: which sign it has matters for
    /// all that follows, so the paths part here.
    #[cold]
    pub(super) fn select_side(
        &mut self,
        state: &mut State,
        bit: Bv,
        dst: u32,
        then: Value,
        other: Value,
    ) -> Next {
        let one = self.pool.bv_u64(1, 1);
        let condition = self.pool.eq(bit, one);
        match state.path.decide(&mut self.pool, condition) {
            Some(taken) => {
                slow::put(state, dst, if taken { then } else { other });
                self.advance(state)
            }
            None => self.stopped(state, Stop::Need(Need::Decide(condition))),
        }
    }

    #[cold]
    pub(super) fn select_slow(
        &mut self,
        bits: u32,
        cond: Value,
        then: Value,
        other: Value,
    ) -> Value {
        match ints::to_bool(&mut self.pool, cond) {
            Some(condition) => {
                let then = terms::term(&mut self.pool, then, bits);
                let other = terms::term(&mut self.pool, other, bits);
                let chosen = self.pool.ite(condition, then, other);
                terms::as_known(&self.pool, chosen)
            }
            None if then == other => then,
            None => {
                let taken = cond.bits_and_undef(1).is_some_and(|(bits, _)| bits & 1 == 1);
                floats::as_undefined(if taken { then } else { other }, bits)
            }
        }
    }

    /// A value that must be known: a symbolic one is to be settled. An undefined one is a
    /// fault; a wholly undefined address leads nowhere, anything else has a value to go on with.
    #[cold]
    pub(super) fn need_value(&mut self, state: &mut State, value: Value) -> Next {
        if let Value::Term(term) = value {
            return self.stopped(state, Stop::Need(Need::Value(term)));
        }
        let frame = state.frames.last().expect("a frame runs");
        let read: &[u32] = match &frame.code.ops[frame.pc] {
            Op::Switch { value, .. } => &[*value],
            Op::Load { ptr, .. } | Op::Store { ptr, .. } if value != Value::Undef => &[*ptr],
            Op::LoadOffset { base, .. } if value != Value::Undef => &[*base],
            Op::LoadIndex { base, index, .. } if value != Value::Undef => &[*base, *index],
            _ => &[],
        };
        let read = read.to_vec();
        if read.is_empty() {
            return self.fault(state, Fault::UninitialisedRead);
        }
        self.note(state, Fault::UninitialisedRead);
        let frame = Rc::make_mut(state.frames.last_mut().expect("a frame runs"));
        for reg in read {
            let reg = &mut frame.regs[reg as usize];
            *reg = floats::as_defined(*reg, 64);
        }
        Next::Frame
    }

    #[cold]
    pub(super) fn float_slow(
        &mut self,
        op: FloatOp,
        kind: margay_ir::FloatKind,
        x: Value,
        y: Value,
    ) -> Value {
        let op = match op {
            FloatOp::Add => BinaryOp::FAdd,
            FloatOp::Sub => BinaryOp::FSub,
            FloatOp::Mul => BinaryOp::FMul,
            FloatOp::Div => BinaryOp::FDiv,
        };
        floats::binary(&mut self.pool, op, kind, x, y)
    }
}

/// Whether one of two values is the negation of the other.
#[cold]
pub(super) fn is_absolute(pool: &mut TermPool, a: Value, b: Value) -> bool {
    match (a, b) {
        (Value::Term(a), Value::Term(b)) => pool.width(a) == pool.width(b) && pool.bv_neg(a) == b,
        _ => false,
    }
}
