//! Floats that become integers: they must fit, and must not come from a division by zero.

use super::slow::fast_cast;
use crate::arith::floats::{self, smt_kind};
use crate::engine::Engine;
use crate::fault::Fault;
use crate::state::State;
use crate::state::stop::Stop;
use crate::value::Value;
use crate::value::lane::Lane;
use margay_ir::{BinaryOp, CastOp, Op, Operand};
use margay_smt::{Bool, Bv, Fp, FpBinary, Node};

impl Engine<'_> {
    /// The integer that a float becomes.
    pub(super) fn float_to_int(
        &mut self,
        state: &mut State,
        op: CastOp,
        from: Lane,
        to: Lane,
        value: Value,
    ) -> Result<Value, Stop> {
        let value = state.path.resolve(&mut self.pool, value);
        if let Some(done) = fast_cast(op, from, to, value) {
            return Ok(done);
        }
        let signed = op == CastOp::FpToSi;
        let (result, fault) = floats::to_int(&mut self.pool, signed, value, from, to);
        match (fault, value) {
            (Some(fault), _) => {
                let fault = if self.divides_by_zero(state) { Fault::DivisionByZero } else { fault };
                self.note(state, fault);
            }
            (None, Value::Term(bits)) => {
                if let Some(divisor) = self.divisor_is_zero(bits) {
                    let fine = self.pool.not(divisor);
                    self.require(state, fine, Fault::DivisionByZero)?;
                }
                // Whether the result of arithmetic fits is more than solvers answer in good time.
                if let Some(kind) = from.float
                    && !matches!(self.pool.node(bits), Node::FpToBits(_))
                {
                    let number = self.pool.fp_from_bits(smt_kind(kind), bits);
                    let fits = self.pool.fp_fits(number, signed, to.bits);
                    self.require(state, fits, Fault::FloatToIntOverflow)?;
                }
            }
            (None, _) => {}
        }
        Ok(result)
    }

    /// That a float is a quotient whose divisor is zero.
    fn divisor_is_zero(&mut self, bits: Bv) -> Option<Bool> {
        let Node::FpToBits(number) = self.pool.node(bits) else { return None };
        let mut number: Fp = number;
        loop {
            match self.pool.node(number) {
                Node::FpConvert(_, inner) => number = inner,
                Node::FpBinary(FpBinary::Div, _, divisor) => {
                    return Some(self.pool.fp_is_zero(divisor));
                }
                _ => return None,
            }
        }
    }

    /// Whether the known float that is converted here comes from a division by zero.
    fn divides_by_zero(&self, state: &State) -> bool {
        let Some(frame) = state.frames.last() else { return false };
        let function = &self.program.functions[frame.function];
        let defined = |operand: Operand| {
            let Operand::Reg(reg) = operand else { return None };
            function.insts.iter().find(|inst| inst.result == Some(reg)).map(|inst| &inst.op)
        };
        let Some(Op::Cast { value, .. }) =
            frame.code.insts.get(frame.pc).map(|inst| &function.insts[*inst].op)
        else {
            return false;
        };
        let mut operand = *value;
        loop {
            match defined(operand) {
                Some(Op::Cast { op: CastOp::FpExt | CastOp::FpTrunc, value, .. }) => {
                    operand = *value;
                }
                Some(Op::Binary { op: BinaryOp::FDiv, .. }) => return frame.divided_by_zero,
                _ => return false,
            }
        }
    }
}
