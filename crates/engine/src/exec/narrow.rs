//! Results and inputs that do not fit the narrow type they are kept in.
//!
//! C defines what happens, or compilers do, so these are reported with care: for input as it
//! came in, and for arithmetic on it or on the largest or smallest value of the type. Execution
//! goes on with what the narrow type holds then: nothing is assumed away.

use crate::checks::wraps::is_input;
use crate::engine::Engine;
use crate::fault::Fault;
use crate::state::State;
use crate::value::provenance::Provenance;
use crate::value::terms;
use crate::value::{Value, mask, signed};
use margay_ir::BinaryOp;
use margay_smt::{BitVec, Bool, Bv, TermPool};

impl Engine<'_> {
    /// The result of an operation on numbers of `bits` bits is kept in a narrow variable.
    pub(super) fn check_narrow(&mut self, state: &mut State, kept: Kept, a: Value, b: Value) {
        let Kept { op, bits, to, is_signed, several } = kept;
        let a = state.path.settled_value(&mut self.pool, a);
        let b = state.path.settled_value(&mut self.pool, b);
        let operation = match op {
            BinaryOp::Add => "addition",
            BinaryOp::Sub => "subtraction",
            _ => "multiplication",
        };
        let fault = Fault::NarrowOverflow { operation, bits: to, is_signed };
        match (a, b) {
            (Value::Int(x), Value::Int(y)) => {
                let (x, y) = (signed(x, bits), signed(y, bits));
                let exact = match op {
                    BinaryOp::Add => x.checked_add(y),
                    BinaryOp::Sub => x.checked_sub(y),
                    _ => x.checked_mul(y),
                };
                let (low, high) = bounds(to);
                let extreme = [x, y].iter().any(|value| *value == low || *value == high);
                if is_signed && extreme && !exact.is_some_and(|v| low <= v && v <= high) {
                    self.note(state, fault);
                }
            }
            (Value::Undef | Value::Partial { .. }, _)
            | (_, Value::Undef | Value::Partial { .. }) => {}
            _ => {
                let x = terms::term(&mut self.pool, a, bits);
                let y = terms::term(&mut self.pool, b, bits);
                let plain = is_input(&self.pool, x) && is_input(&self.pool, y);
                let known = self.pool.is_const(x) || self.pool.is_const(y);
                let range = match (is_signed, plain && !several) {
                    (true, true) => Range::Signed,
                    // Numbers are put together from bytes this way, up to the sign.
                    (true, false) => Range::Either,
                    // Sums of bytes are checksums more often than mistakes; a constant is not.
                    (false, _) if plain && known => Range::Unsigned,
                    _ => return,
                };
                if !state.symbolic || !self.is_from_input(x) || !self.is_from_input(y) {
                    return;
                }
                let exact = exact(&mut self.pool, op, x, y);
                let fits = fits(&mut self.pool, exact, to, range);
                let lost = self.pool.not(fits);
                if state.path.decide(&mut self.pool, lost) == Some(false) {
                    return;
                }
                if let Some(model) = self.judge.witness(&mut self.pool, state, lost) {
                    let witness = Some((&model, lost));
                    self.judge.note(self.program, &mut self.pool, state, fault, witness);
                }
            }
        }
    }

    /// Whether nothing in a term is unknown in another way than that it is input.
    fn is_from_input(&self, term: Bv) -> bool {
        self.pool.symbols(term).into_iter().all(|symbol| {
            let from = Provenance::of(&self.pool, symbol);
            !from.is_unknown() && !from.is_unwritten()
        })
    }

    /// Input of `from` bits becomes a signed number of `to` bits.
    pub(super) fn check_lossy(&mut self, state: &State, from: u32, to: u32, value: Value) {
        let term = match state.path.resolve(&mut self.pool, value) {
            Value::Term(term) => term,
            Value::Int(known) => {
                if is_lossy(known, from, to) {
                    self.note(state, Fault::LossyConversion { from, to });
                }
                return;
            }
            _ => return,
        };
        // Merged paths have known values, each of which counts as it does on a path of its own.
        let choices = terms::choices(&self.pool, term);
        let known: Option<Vec<u64>> =
            choices.iter().map(|choice| self.pool.as_const_u64(*choice)).collect();
        if let Some(known) = known {
            for value in known.into_iter().filter(|known| is_lossy(*known, from, to)) {
                let value = self.pool.bv_u64(from, value);
                let lossy = self.pool.eq(term, value);
                self.note_lossy(state, Fault::LossyConversion { from, to }, lossy);
            }
            return;
        }
        if !state.symbolic || !is_input(&self.pool, term) || self.pool.symbols(term).is_empty() {
            return;
        }
        let narrow = self.pool.bv_trunc(term, to);
        let (as_signed, as_unsigned) =
            (self.pool.bv_sext(narrow, from), self.pool.bv_zext(narrow, from));
        let (x, y) = (self.pool.ne(as_signed, term), self.pool.ne(as_unsigned, term));
        let lossy = self.pool.and(x, y);
        self.note_lossy(state, Fault::LossyConversion { from, to }, lossy);
    }

    /// Notes a fault if its condition can hold.
    fn note_lossy(&mut self, state: &State, fault: Fault, lossy: Bool) {
        if state.path.decide(&mut self.pool, lossy) == Some(false) {
            return;
        }
        if let Some(model) = self.judge.witness(&mut self.pool, state, lossy) {
            let witness = Some((&model, lossy));
            self.judge.note(self.program, &mut self.pool, state, fault, witness);
        }
    }
}

/// Whether a number of `from` bits is another one of `to` bits.
fn is_lossy(known: u64, from: u32, to: u32) -> bool {
    let number = signed(known, from);
    let (low, high) = bounds(to);
    // An `int` often carries a byte, from 128 on as well; nothing narrower does.
    let high = if from > 16 && to == 8 { i64::from(u8::MAX) } else { high };
    number < low || number > high
}

/// The smallest and the largest signed number of so many bits.
fn bounds(bits: u32) -> (i64, i64) {
    let high = (mask(bits) >> 1).cast_signed();
    (-high - 1, high)
}

/// The variable that a result is kept in.
#[derive(Clone, Copy)]
pub(super) struct Kept {
    pub op: BinaryOp,
    /// Bits of the operands.
    pub bits: u32,
    /// Its width in bits.
    pub to: u32,
    pub is_signed: bool,
    /// The result is one of several operations.
    pub several: bool,
}

/// Which numbers fit so many bits.
#[derive(Clone, Copy)]
enum Range {
    Signed,
    Unsigned,
    /// Those that do with or without a sign.
    Either,
}

/// The result with as many bits as it takes.
fn exact(pool: &mut TermPool, op: BinaryOp, a: Bv, b: Bv) -> Bv {
    let wide = pool.width(a) * 2;
    let (x, y) = (pool.bv_sext(a, wide), pool.bv_sext(b, wide));
    match op {
        BinaryOp::Add => pool.bv_add(x, y),
        BinaryOp::Sub => pool.bv_sub(x, y),
        _ => pool.bv_mul(x, y),
    }
}

/// That a result is a number of `to` bits.
fn fits(pool: &mut TermPool, exact: Bv, to: u32, range: Range) -> Bool {
    let wide = pool.width(exact);
    let low = match range {
        Range::Unsigned => BitVec::zero(wide),
        Range::Signed | Range::Either => BitVec::signed_min(to).sext(wide),
    };
    let high = match range {
        Range::Signed => BitVec::signed_max(to).sext(wide),
        Range::Unsigned | Range::Either => BitVec::ones(to).zext(wide),
    };
    let (low, high) = (pool.bv_const(&low), pool.bv_const(&high));
    let (above, below) = (pool.bv_sle(low, exact), pool.bv_sle(exact, high));
    pool.and(above, below)
}
