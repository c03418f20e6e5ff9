//! Acceleration: iterations that need not be executed, of a loop that only adds numbers a known number of times.
//!
//! Where each iteration adds the same numbers to variables in registers and at fixed addresses, and goes on by
//! comparing such variables, many iterations are one sum. It is exact: the state is the one that executing all of them
//! leads to. So a million iterations cost as much as a few hundred, and nothing has to be forgotten. A variable that
//! would leave its range ends the skip before it does; what comes then is executed.

use crate::code::function_loops::FunctionLoops;
use crate::engine::Engine;
use crate::state::State;
use crate::value::{Value, mask, signed};
use margay_ir::{BinaryOp, BlockId, Function, IcmpPred, LoopId, Op, Operand, RegId, SlotId, Type};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Iterations that are executed before any is skipped.
pub(crate) const EXECUTED: u64 = 256;
/// Iterations that are executed at the end, and below which nothing is skipped.
const LEFT: i128 = 4;
/// Instructions of an iteration, at most.
const MOST_INSTS: usize = 64;

/// A variable, by what it is at the start of an iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Var {
    Slot(SlotId),
    /// So many bytes at an address.
    Cell(u64, u32),
}

/// A variable at the start of an iteration, if any, and a number: a value as an exact integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Sum {
    var: Option<Var>,
    add: i128,
}

/// What an iteration does.
#[derive(Default)]
struct Round {
    regs: BTreeMap<RegId, Sum>,
    bools: BTreeMap<RegId, (IcmpPred, Sum, Sum)>,
    /// What variables are by now.
    vars: BTreeMap<Var, Sum>,
    /// What variables were at the start, and how many bits they have.
    first: BTreeMap<Var, (i128, u32)>,
    /// Values that must stay within signed numbers of so many bits, or that must not be negative.
    ranges: Vec<(Sum, u32, bool)>,
    /// What must hold for a further iteration.
    conditions: Vec<(IcmpPred, Sum, Sum)>,
}

/// A loop, and the function that it is in.
#[derive(Clone, Copy)]
struct LoopBody<'a> {
    body: &'a Function,
    loops: &'a FunctionLoops,
    id: LoopId,
}

impl Engine<'_> {
    /// Skips iterations of the innermost loop of the frame on top, which stands before the jump to the header. Says how
    /// many.
    pub(crate) fn skip_rounds(&mut self, state: &mut State) -> u64 {
        let Some(frame) = state.frames.last() else { return 0 };
        let (function, code) = (frame.function, frame.code.clone());
        let (Some(loops), Some(visit)) = (&code.loops, frame.loops.iter().next_back()) else {
            return 0;
        };
        // Who counts edges wants each of them.
        if code.edges || loops.returns_twice {
            return 0;
        }
        let id = visit.id;
        let body = &self.program.functions[function];
        let Some(round) = self.round(state, &LoopBody { body, loops, id }) else { return 0 };
        let Some((steps, rounds)) = round.solve() else { return 0 };
        for (var, step) in steps {
            let (first, bits) = round.first[&var];
            let last = first + step * i128::from(rounds);
            let value = Value::Int(low_bits(last, bits));
            match var {
                Var::Slot(slot) => {
                    let frame = Rc::make_mut(state.frames.last_mut().expect("a frame runs"));
                    frame.regs[loops.slots[slot] as usize] = value;
                }
                Var::Cell(address, len) => {
                    let stored = state.memory.store(&mut self.pool, address, len, value);
                    stored.expect("the rounds before have stored there");
                }
            }
        }
        state.memory.take_touched();
        rounds
    }

    /// What one iteration does, if it does nothing but add numbers.
    fn round(&mut self, state: &mut State, of: &LoopBody<'_>) -> Option<Round> {
        let LoopBody { body, loops, id } = *of;
        let header = loops.forest.get(id).header;
        let mut round = Round::default();
        let mut block = header;
        let mut left = MOST_INSTS;
        loop {
            let mut next = None;
            for inst in body.block_insts(block) {
                left = left.checked_sub(1)?;
                let inst = &body.insts[inst];
                next = self.add_inst(state, &mut round, of, inst)?;
            }
            block = next?;
            if block == header {
                return Some(round);
            }
        }
    }

    /// Adds an instruction to an iteration. `None` if it does more than add; else where control goes, if it goes
    /// anywhere.
    fn add_inst(
        &mut self,
        state: &mut State,
        round: &mut Round,
        of: &LoopBody<'_>,
        inst: &margay_ir::Inst,
    ) -> Option<Option<BlockId>> {
        let LoopBody { body, loops, id } = *of;
        let inside = |block: BlockId| loops.forest.contains(id, block);
        let made = |round: &mut Round, sum: Sum| {
            inst.result.into_iter().for_each(|reg| {
                round.regs.insert(reg, sum);
            });
        };
        match &inst.op {
            Op::SlotLoad { slot } => {
                let bits = self.int_bits(body.slots[*slot].ty)?;
                let sum = self.variable(state, round, loops, Var::Slot(*slot), bits)?;
                made(round, sum);
            }
            Op::SlotStore { slot, value } => {
                let bits = self.int_bits(body.slots[*slot].ty)?;
                self.variable(state, round, loops, Var::Slot(*slot), bits)?;
                let sum = self.operand(state, round, of, *value)?;
                round.vars.insert(Var::Slot(*slot), sum);
            }
            Op::Load { ty, ptr, access } if !access.volatile && !access.atomic => {
                let bits = self.int_bits(*ty)?;
                let cell = self.cell(state, round, of, *ptr, bits)?;
                let sum = self.variable(state, round, loops, cell, bits)?;
                made(round, sum);
            }
            Op::Store { value, ptr, access } if !access.volatile && !access.atomic => {
                let bits = self.int_bits(self.program.type_of(body, *value))?;
                let cell = self.cell(state, round, of, *ptr, bits)?;
                self.variable(state, round, loops, cell, bits)?;
                let sum = self.operand(state, round, of, *value)?;
                round.vars.insert(cell, sum);
            }
            Op::Binary { op: op @ (BinaryOp::Add | BinaryOp::Sub), a, b, .. } => {
                let bits = self.int_bits(self.program.type_of(body, *a))?;
                let a = self.operand(state, round, of, *a)?;
                let b = self.operand(state, round, of, *b)?;
                let sum = match op {
                    BinaryOp::Add if b.var.is_none() => Sum { add: a.add + b.add, ..a },
                    BinaryOp::Add if a.var.is_none() => Sum { add: a.add + b.add, ..b },
                    BinaryOp::Sub if b.var.is_none() => Sum { add: a.add - b.add, ..a },
                    _ => return None,
                };
                round.ranges.push((sum, bits, false));
                made(round, sum);
            }
            Op::Icmp { pred, a, b } => {
                let bits = self.int_bits(self.program.type_of(body, *a))?;
                let a = self.operand(state, round, of, *a)?;
                let b = self.operand(state, round, of, *b)?;
                if is_unsigned(*pred) {
                    round.ranges.extend([(a, bits, true), (b, bits, true)]);
                }
                round.bools.insert(inst.result?, (*pred, a, b));
            }
            Op::Br { target } => return inside(*target).then_some(Some(*target)),
            Op::CondBr { cond: Operand::Reg(cond), then, other } => {
                let (pred, a, b) = *round.bools.get(cond)?;
                let (stays, pred) = match (inside(*then), inside(*other)) {
                    (true, false) => (*then, pred),
                    (false, true) => (*other, inverse(pred)),
                    _ => return None,
                };
                round.conditions.push((pred, a, b));
                return Some(Some(stays));
            }
            _ => return None,
        }
        Some(None)
    }

    /// The bits of an integer that a register holds.
    fn int_bits(&self, ty: margay_ir::TypeId) -> Option<u32> {
        match self.program.types.get(ty) {
            Type::Int(bits @ (8 | 16 | 32 | 64)) => Some(*bits),
            Type::Ptr => Some(self.program.layout.pointer_bytes * 8),
            _ => None,
        }
    }

    /// What a variable is by now.
    fn variable(
        &mut self,
        state: &mut State,
        round: &mut Round,
        loops: &FunctionLoops,
        var: Var,
        bits: u32,
    ) -> Option<Sum> {
        if let Some(sum) = round.vars.get(&var) {
            return Some(*sum);
        }
        let value = match var {
            Var::Slot(slot) => {
                state.frames.last()?.regs.get(loops.slots[slot] as usize).copied()?
            }
            Var::Cell(address, len) => {
                let overlaps = |other: &Var| match other {
                    Var::Cell(at, other) => {
                        address < at + u64::from(*other) && *at < address + u64::from(len)
                    }
                    Var::Slot(_) => false,
                };
                if round.first.keys().any(overlaps) {
                    return None;
                }
                state.memory.load(&mut self.pool, address, len).ok()?
            }
        };
        let Value::Int(value) = value else { return None };
        round.first.insert(var, (i128::from(signed(value, bits)), bits));
        let sum = Sum { var: Some(var), add: 0 };
        round.vars.insert(var, sum);
        Some(sum)
    }

    /// The bytes that a pointer leads to which no iteration changes.
    fn cell(
        &mut self,
        state: &mut State,
        round: &mut Round,
        of: &LoopBody<'_>,
        ptr: Operand,
        bits: u32,
    ) -> Option<Var> {
        let pointer = self.operand(state, round, of, ptr)?;
        let first = match pointer.var {
            // It must be the same in each iteration.
            Some(var) => {
                round.ranges.push((pointer, 0, false));
                round.first[&var].0
            }
            None => 0,
        };
        let address = low_bits(first + pointer.add, self.program.layout.pointer_bytes * 8);
        Some(Var::Cell(address, bits / 8))
    }

    fn operand(
        &mut self,
        state: &State,
        round: &Round,
        of: &LoopBody<'_>,
        operand: Operand,
    ) -> Option<Sum> {
        let LoopBody { body, loops, .. } = *of;
        let bits = self.int_bits(self.program.type_of(body, operand))?;
        let value = match operand {
            Operand::Reg(reg) => match round.regs.get(&reg) {
                Some(sum) => return Some(*sum),
                // What an iteration computes otherwise is no known number.
                None if round.bools.contains_key(&reg) => return None,
                None => state.frames.last()?.regs.get(loops.regs[reg]? as usize).copied()?,
            },
            Operand::Const(id) => *self.constants().values(&mut self.pool, id)?.first()?,
        };
        let Value::Int(value) = value else { return None };
        Some(Sum { var: None, add: i128::from(signed(value, bits)) })
    }
}

impl Round {
    /// How far variables move in each iteration, and for how many iterations all goes on as it does.
    fn solve(&self) -> Option<(BTreeMap<Var, i128>, u64)> {
        let mut steps = BTreeMap::new();
        for (var, sum) in &self.vars {
            match sum.var {
                Some(own) if own == *var => {
                    if sum.add != 0 {
                        steps.insert(*var, sum.add);
                    }
                }
                // It is set to what it is already.
                None if sum.add == self.first[var].0 => {}
                _ => return None,
            }
        }
        let line = |sum: &Sum| match sum.var {
            Some(var) => {
                let step = steps.get(&var).copied().unwrap_or(0);
                (self.first[&var].0 + sum.add, step)
            }
            None => (sum.add, 0),
        };
        let mut most = i128::from(u64::MAX >> 2);
        for (sum, bits, positive) in &self.ranges {
            let (first, step) = line(sum);
            if *bits == 0 {
                if step != 0 {
                    return None;
                }
                continue;
            }
            let (low, high) = (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1);
            let low = if *positive { 0 } else { low };
            if first < low || first > high {
                return None;
            }
            most = most.min(match step {
                0 => most,
                up if up > 0 => (high - first) / up,
                down => (first - low) / -down,
            });
        }
        for (pred, a, b) in &self.conditions {
            let ((a, a_step), (b, b_step)) = (line(a), line(b));
            most = most.min(holds_for(*pred, a - b, a_step - b_step, most));
        }
        let rounds = u64::try_from(most.checked_sub(LEFT).filter(|rounds| *rounds > LEFT)?).ok()?;
        Some((steps, rounds))
    }
}

/// For how many iterations a comparison holds of two numbers that differ by `first` at first, and by `step` more with
/// each iteration; at most `most`.
fn holds_for(pred: IcmpPred, first: i128, step: i128, most: i128) -> i128 {
    // That the difference is less than zero.
    let less = |first: i128, step: i128| match (first < 0, step > 0) {
        (false, _) => 0,
        (true, false) => most,
        (true, true) => (-first - 1) / step + 1,
    };
    match pred {
        IcmpPred::Slt | IcmpPred::Ult => less(first, step),
        IcmpPred::Sle | IcmpPred::Ule => less(first - 1, step),
        IcmpPred::Sgt | IcmpPred::Ugt => less(-first, -step),
        IcmpPred::Sge | IcmpPred::Uge => less(-first - 1, -step),
        IcmpPred::Ne => match step {
            0 if first == 0 => 0,
            0 => most,
            step if first % step == 0 && -first / step >= 0 => -first / step,
            _ => most,
        },
        IcmpPred::Eq if first != 0 => 0,
        IcmpPred::Eq => {
            if step == 0 {
                most
            } else {
                1
            }
        }
    }
}

/// What holds where a comparison does not.
fn inverse(pred: IcmpPred) -> IcmpPred {
    match pred {
        IcmpPred::Eq => IcmpPred::Ne,
        IcmpPred::Ne => IcmpPred::Eq,
        IcmpPred::Slt => IcmpPred::Sge,
        IcmpPred::Sle => IcmpPred::Sgt,
        IcmpPred::Sgt => IcmpPred::Sle,
        IcmpPred::Sge => IcmpPred::Slt,
        IcmpPred::Ult => IcmpPred::Uge,
        IcmpPred::Ule => IcmpPred::Ugt,
        IcmpPred::Ugt => IcmpPred::Ule,
        IcmpPred::Uge => IcmpPred::Ult,
    }
}

fn is_unsigned(pred: IcmpPred) -> bool {
    matches!(pred, IcmpPred::Ult | IcmpPred::Ule | IcmpPred::Ugt | IcmpPred::Uge)
}

/// A number as a register of so many bits holds it.
fn low_bits(number: i128, bits: u32) -> u64 {
    let low = u64::try_from(number.rem_euclid(1 << 64)).expect("less than 2^64");
    low & mask(bits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comparisons_hold_for_as_many_rounds_as_they_do() {
        let preds = [
            IcmpPred::Slt,
            IcmpPred::Sle,
            IcmpPred::Sgt,
            IcmpPred::Sge,
            IcmpPred::Ne,
            IcmpPred::Eq,
        ];
        for pred in preds {
            for first in -7..=7i128 {
                for step in -3..=3i128 {
                    let holds = |round: i128| {
                        let now = first + step * round;
                        match pred {
                            IcmpPred::Slt => now < 0,
                            IcmpPred::Sle => now <= 0,
                            IcmpPred::Sgt => now > 0,
                            IcmpPred::Sge => now >= 0,
                            IcmpPred::Ne => now != 0,
                            _ => now == 0,
                        }
                    };
                    let counted = (0..50).take_while(|round| holds(*round)).count();
                    let expected = i128::try_from(counted).expect("small");
                    assert_eq!(
                        holds_for(pred, first, step, 50),
                        expected,
                        "{pred:?} {first} {step}"
                    );
                }
            }
        }
    }
}
