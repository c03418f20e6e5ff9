//! Operations on symbolic values that may go wrong for some of them.
//!
//! What goes wrong for some input is noted with that input, and execution goes on with
//! the others; see [`Judge::require`](crate::judge::Judge::require).

use super::Next;
use super::slow::put;
use crate::engine::Engine;
use crate::fault::{AccessKind, Fault};
use crate::ints;
use crate::memory::{FIRST_VALID, Memory, Offset};
use crate::model::{Need, Stop};
use crate::state::State;
use crate::terms;
use crate::value::Value;
use margay_ir::{ArithFlags, BinaryOp};
use margay_smt::{Assignment, BitVec, Bool, Bv, Evaluator, Node, TermPool};

/// Where an access goes, once it is known to be good.
enum Target {
    At(u64),
    /// Into the object at `base`, at an offset that is not known.
    Within {
        base: u64,
        offset: Bv,
    },
}

/// What a pointer is made of.
enum Shape {
    /// An address of this object and something unknown.
    Based(u64),
    /// One of two pointers.
    Either(Bool),
    /// Null if the condition holds, with this address then.
    NullIf(Bool, u64),
    Other,
}

impl Engine<'_> {
    /// A load that did not work at once.
    #[cold]
    pub(super) fn load_slow(
        &mut self,
        state: &mut State,
        len: u32,
        dst: u32,
        address: Value,
    ) -> Next {
        match self.load_value(state, address, len) {
            Ok(value) => {
                put(state, dst, value);
                self.advance(state)
            }
            Err(stop) => self.stopped(state, stop),
        }
    }

    /// A store that did not work at once.
    #[cold]
    pub(super) fn store_slow(
        &mut self,
        state: &mut State,
        len: u32,
        address: Value,
        value: Value,
    ) -> Next {
        match self.store_value(state, address, len, value) {
            Ok(()) => self.advance(state),
            Err(stop) => self.stopped(state, stop),
        }
    }

    pub(super) fn load_value(
        &mut self,
        state: &mut State,
        address: Value,
        len: u32,
    ) -> Result<Value, Stop> {
        match self.access(state, address, u64::from(len), AccessKind::Read)? {
            Target::At(address) => Ok(state.memory.load(&mut self.pool, address, len)?),
            Target::Within { base, offset } => {
                let at = self.offset(state, base, offset, len)?;
                let object = state.memory.object(base).expect("just found");
                Ok(object.read_at(&mut self.pool, at, len))
            }
        }
    }

    pub(super) fn store_value(
        &mut self,
        state: &mut State,
        address: Value,
        len: u32,
        value: Value,
    ) -> Result<(), Stop> {
        match self.access(state, address, u64::from(len), AccessKind::Write)? {
            Target::At(address) => Ok(state.memory.store(&mut self.pool, address, len, value)?),
            Target::Within { base, offset } => {
                let at = self.offset(state, base, offset, len)?;
                let object = state.memory.object_mut(base).expect("just found");
                object.write_at(&mut self.pool, at, len, value);
                Ok(())
            }
        }
    }

    /// The numbers that an offset in bounds may be; too many are taken one by one.
    fn offset(&mut self, state: &State, base: u64, offset: Bv, len: u32) -> Result<Offset, Stop> {
        let object = state.memory.object(base).expect("just found");
        let offset = state.path.simplify(&mut self.pool, offset);
        let domain = state.path.condition().domain(&self.pool, offset);
        let at = Offset::new(offset, domain, u64::from(len), object.size);
        if !at.is_manageable() {
            return Err(Stop::Need(Need::Value(offset)));
        }
        Ok(at)
    }

    /// Sees to it that `len` bytes can be accessed.
    fn access(
        &mut self,
        state: &mut State,
        address: Value,
        len: u64,
        access: AccessKind,
    ) -> Result<Target, Stop> {
        // Each round settles one choice within the pointer.
        loop {
            let term = match state.path.resolve(&mut self.pool, address) {
                Value::Int(address) => {
                    self.access_known(state, address, len, access)?;
                    return Ok(Target::At(address));
                }
                Value::Term(term) => term,
                Value::Partial { bits, .. } => {
                    self.note(state, Fault::UninitialisedRead);
                    self.access_known(state, bits, len, access)?;
                    return Ok(Target::At(bits));
                }
                Value::Undef | Value::Wide(_) => return Err(Fault::UninitialisedRead.into()),
            };
            match shape(&mut self.pool, &state.memory, term) {
                Shape::Based(base) => return self.access_based(state, base, term, len, access),
                Shape::Either(condition) => {
                    if state.path.decide(&mut self.pool, condition).is_some() {
                        // Known, and yet in the way: domains know more than rewriting does.
                        return Err(Stop::Need(Need::Value(term)));
                    }
                    return Err(Stop::Need(Need::Decide(condition)));
                }
                Shape::NullIf(null, address) => {
                    let valid = self.pool.not(null);
                    if state.path.decide(&mut self.pool, valid) == Some(true) {
                        return Err(Stop::Need(Need::Value(term)));
                    }
                    let failed = state.failed_call(&self.pool, null);
                    self.require(state, valid, Fault::NullAccess { access, address, failed })?;
                }
                Shape::Other => {
                    if self.is_unknown(term) {
                        return Err(Stop::Unsupported("a pointer of unknown origin".to_owned()));
                    }
                    return Err(Stop::Need(Need::Value(term)));
                }
            }
        }
    }

    /// Whether a value depends on what unknown code made.
    fn is_unknown(&mut self, term: Bv) -> bool {
        let symbols = self.pool.symbols(term);
        symbols.into_iter().any(|symbol| self.pool.symbol(symbol).name.starts_with(terms::UNKNOWN))
    }

    fn access_known(
        &mut self,
        state: &mut State,
        address: u64,
        len: u64,
        access: AccessKind,
    ) -> Result<(), Stop> {
        let Err(fault) = state.memory.check(address, len, access) else { return Ok(()) };
        // An object of unknown size may be large enough.
        let Some(object) = state.memory.object(address).filter(|object| object.alive) else {
            return Err(fault.into());
        };
        let (base, constant) = (object.base, object.constant);
        let (Some(extent), Some(offset)) = (object.extent, address.checked_sub(base)) else {
            return Err(fault.into());
        };
        if constant && access == AccessKind::Write {
            return Err(fault.into());
        }
        let Some(end) = offset.checked_add(len).filter(|end| *end <= LARGEST_GROWTH) else {
            return Err(fault.into());
        };
        let width = self.pool.width(extent);
        let end_term = self.pool.bv_u64(width, end);
        let fits = self.pool.bv_ule(end_term, extent);
        let Fault::OutOfBounds { object, allocated, .. } = fault else { return Err(fault.into()) };
        self.judge.require(self.program, &mut self.pool, state, fits, |pool, _, model| {
            let size = eval(pool, model, extent);
            let offset = offset.cast_signed();
            Fault::OutOfBounds { access, object, offset, len, size, allocated }
        })?;
        state.memory.object_mut(base).expect("just found").grow(end);
        Ok(())
    }

    /// An access to the object at `base` through a term.
    fn access_based(
        &mut self,
        state: &mut State,
        base: u64,
        term: Bv,
        len: u64,
        access: AccessKind,
    ) -> Result<Target, Stop> {
        let object = state.memory.object(base).expect("a shape names an object");
        let (base, size, extent) = (object.base, object.size, object.extent);
        if !object.alive || (object.constant && access == AccessKind::Write) {
            return Err(state.memory.explain_in(object, base, len, access).into());
        }
        let width = self.pool.width(term);
        let base_term = self.pool.bv_u64(width, base);
        let offset = self.pool.bv_sub(term, base_term);
        let ok = match (extent, size.checked_sub(len)) {
            (Some(extent), _) => {
                // Neither the offset nor the end lies beyond, without wrapping around.
                let starts = self.pool.bv_ule(offset, extent);
                let rest = self.pool.bv_sub(extent, offset);
                let len = self.pool.bv_u64(width, len);
                let ends = self.pool.bv_ule(len, rest);
                self.pool.and(starts, ends)
            }
            (None, Some(last)) => {
                let last = self.pool.bv_u64(width, last);
                self.pool.bv_ule(offset, last)
            }
            (None, None) => self.pool.bool_const(false),
        };
        self.judge.require(self.program, &mut self.pool, state, ok, |pool, state, model| {
            let address = eval(pool, model, term);
            let object = state.memory.object(base).expect("it is still there");
            match (extent, state.memory.explain_in(object, address, len, access)) {
                (
                    Some(extent),
                    Fault::OutOfBounds { access, object, offset, len, allocated, .. },
                ) => {
                    let size = eval(pool, model, extent);
                    Fault::OutOfBounds { access, object, offset, len, size, allocated }
                }
                (_, fault) => fault,
            }
        })?;
        if extent.is_some() {
            let domain = state.path.condition().domain(&self.pool, offset);
            let end = domain.map_or(u64::MAX, |domain| domain.umax()).saturating_add(len);
            if end > LARGEST_GROWTH {
                return Err(Stop::Need(Need::Value(offset)));
            }
            if end > size {
                state.memory.object_mut(base).expect("just found").grow(end);
            }
        }
        Ok(Target::Within { base, offset })
    }

    /// An operation on integers of which one is symbolic.
    #[cold]
    #[allow(clippy::too_many_arguments)]
    pub(super) fn int_symbolic(
        &mut self,
        state: &mut State,
        op: BinaryOp,
        flags: ArithFlags,
        bits: u32,
        dst: u32,
        a: Value,
        b: Value,
    ) -> Next {
        match self.int_checked(state, op, flags, bits, a, b) {
            Ok(value) => {
                put(state, dst, value);
                self.advance(state)
            }
            Err(stop) => self.stopped(state, stop),
        }
    }

    /// The result of an operation, for operands that it is defined for.
    pub(super) fn int_checked(
        &mut self,
        state: &mut State,
        op: BinaryOp,
        flags: ArithFlags,
        bits: u32,
        a: Value,
        b: Value,
    ) -> Result<Value, Stop> {
        let a = state.path.resolve(&mut self.pool, a);
        let b = state.path.resolve(&mut self.pool, b);
        let (value, fault) = ints::binary(&mut self.pool, op, flags, bits, a, b);
        if let Some(fault) = fault {
            if !fault.can_continue() {
                return Err(fault.into());
            }
            self.note(state, fault);
            return Ok(value);
        }
        if !matches!(a, Value::Term(_)) && !matches!(b, Value::Term(_)) {
            return Ok(value);
        }
        let (x, y) = (terms::term(&mut self.pool, a, bits), terms::term(&mut self.pool, b, bits));
        let zero = self.pool.bv_u64(bits, 0);
        match op {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul if flags.nsw => {
                let fits = fits_signed(&mut self.pool, op, x, y);
                let operation = match op {
                    BinaryOp::Add => "addition",
                    BinaryOp::Sub => "subtraction",
                    _ => "multiplication",
                };
                let fault = Fault::SignedOverflow { operation, bits };
                self.require(state, fits, fault)?;
            }
            BinaryOp::UDiv | BinaryOp::URem | BinaryOp::SDiv | BinaryOp::SRem => {
                let divides = self.pool.ne(y, zero);
                self.require(state, divides, Fault::DivisionByZero)?;
                if matches!(op, BinaryOp::SDiv | BinaryOp::SRem) && bits > 1 {
                    let smallest = self.pool.bv_const(&BitVec::signed_min(bits));
                    let minus_one = self.pool.bv_const(&BitVec::ones(bits));
                    let (other, not_one) = (self.pool.ne(x, smallest), self.pool.ne(y, minus_one));
                    let fits = self.pool.or(other, not_one);
                    self.require(state, fits, Fault::DivisionOverflow { bits })?;
                }
            }
            BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => {
                let width = self.pool.bv_const(&BitVec::from_u64(bits, u64::from(bits)));
                // An operand of one bit can be shifted by nothing else than zero.
                let inside =
                    if bits == 1 { self.pool.eq(y, zero) } else { self.pool.bv_ult(y, width) };
                self.judge.require(self.program, &mut self.pool, state, inside, |pool, _, m| {
                    Fault::BadShift { amount: eval(pool, m, y), bits }
                })?;
            }
            _ => {}
        }
        Ok(value)
    }

    /// Sees to it that a condition holds, or notes the fault.
    pub(super) fn require(
        &mut self,
        state: &mut State,
        ok: Bool,
        fault: Fault,
    ) -> Result<(), Stop> {
        self.judge.require(self.program, &mut self.pool, state, ok, |_, _, _| fault)
    }

    /// Whether the value of a branch depends on what was never written.
    pub(super) fn depends_on_undefined(&mut self, state: &State, condition: Bool) -> bool {
        let condition = state.path.simplify(&mut self.pool, condition);
        let symbols = self.pool.symbols(condition);
        let name = |symbol| &self.pool.symbol(symbol).name;
        symbols.into_iter().any(|symbol| name(symbol).starts_with(terms::UNINITIALISED))
    }
}

/// Bytes that an object of unknown size may be known to have.
const LARGEST_GROWTH: u64 = 1 << 16;

/// The value of a term under a model, of which the low 64 bits matter.
fn eval(pool: &TermPool, model: &Assignment, term: Bv) -> u64 {
    let value = Evaluator::new(pool, model).bv(term);
    value.to_u128().map_or(0, crate::value::low_word)
}

/// That a signed operation does not overflow.
fn fits_signed(pool: &mut TermPool, op: BinaryOp, a: Bv, b: Bv) -> Bool {
    let width = pool.width(a);
    let wide = if op == BinaryOp::Mul { width * 2 } else { width + 1 };
    let (x, y) = (pool.bv_sext(a, wide), pool.bv_sext(b, wide));
    let exact = match op {
        BinaryOp::Add => pool.bv_add(x, y),
        BinaryOp::Sub => pool.bv_sub(x, y),
        _ => pool.bv_mul(x, y),
    };
    let smallest = pool.bv_const(&BitVec::signed_min(width).sext(wide));
    let largest = pool.bv_const(&BitVec::signed_max(width).sext(wide));
    let (above, below) = (pool.bv_sle(smallest, exact), pool.bv_sle(exact, largest));
    pool.and(above, below)
}

/// Takes the sum that a pointer is apart.
fn shape(pool: &mut TermPool, memory: &Memory, term: Bv) -> Shape {
    let mut constant = 0u64;
    let mut choices = Vec::new();
    let mut others = false;
    let mut work = vec![term];
    while let Some(part) = work.pop() {
        match pool.node(part) {
            Node::BvAdd(a, b) => work.extend([a, b]),
            Node::BvIte(condition, then, other) => choices.push((condition, then, other)),
            _ => match pool.as_const_u64(part) {
                Some(known) => constant = constant.wrapping_add(known),
                None => others = true,
            },
        }
    }
    let constant = constant & crate::value::mask(pool.width(term));
    if let Some(object) = memory.object(constant) {
        return Shape::Based(object.base);
    }
    let Some((condition, then, other)) = choices.first().copied() else { return Shape::Other };
    let arm = |arm| pool.as_const_u64(arm).map(|known| constant.wrapping_add(known));
    let null = |arm: Option<u64>| arm.filter(|address| *address < FIRST_VALID);
    let (then, other) = (arm(then), arm(other));
    if !others && choices.len() == 1 {
        if let Some(address) = null(then) {
            return Shape::NullIf(condition, address);
        }
        if let Some(address) = null(other) {
            let negated = pool.not(condition);
            return Shape::NullIf(negated, address);
        }
    }
    Shape::Either(condition)
}
