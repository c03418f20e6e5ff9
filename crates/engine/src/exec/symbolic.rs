//! Operations on symbolic values that may go wrong for some of them.
//!
//! What goes wrong for some input is noted with that input, and execution goes on with
//! the others; see [`Judge::require`](crate::judge::Judge::require).

use super::Next;
use super::slow::{get, put};
use crate::access::eval;
use crate::arith::floats;
use crate::arith::ints::{self, IntOp};
use crate::code::{MemberCheck, Op};
use crate::engine::Engine;
use crate::fault::ObjectKind;
use crate::fault::{AccessKind, Fault};
use crate::memory::based::based_object;
use crate::state::State;
use crate::state::stop::Stop;
use crate::value::provenance::{Passed, Provenance};
use crate::value::terms;
use crate::value::{Value, mask, signed};
use margay_ir::BinaryOp;
use margay_smt::{BitVec, Bool, Bv, TermPool};

/// How large a term may be in a function that is analysed alone.
const LARGE: u32 = 4_000;

impl Engine<'_> {
    /// A load that did not work at once.
    #[cold]
    pub(super) fn load_slow(
        &mut self,
        state: &mut State,
        number: bool,
        len: u32,
        dst: u32,
        address: Value,
    ) -> Next {
        if state.memory.is_watched() {
            state.memory.forget_touched();
            if let Some(stopped) = self.stop_at_access(state, AccessKind::Read, address, len) {
                return stopped;
            }
        }
        match self.access().load(state, address, len) {
            Ok(mut value) => {
                self.note_access(state);
                if number {
                    value = self.number_read(state, address, len).unwrap_or(value);
                } else if len == self.program.layout.pointer_bytes {
                    match self.access().pointer(state, value) {
                        Ok(pointer) => value = pointer,
                        Err(stop) => return self.stopped(state, stop),
                    }
                }
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
        if state.memory.is_watched() {
            state.memory.forget_touched();
            if let Some(stopped) = self.stop_at_access(state, AccessKind::Write, address, len) {
                return stopped;
            }
        }
        match self.access().store(state, address, len, value) {
            Ok(()) => {
                self.note_access(state);
                let address = state.path.resolve(&mut self.pool, address);
                if let (8, Value::Int(address)) = (len, address) {
                    self.access().forget_aliases(state, address);
                }
                self.advance(state)
            }
            Err(stop) => self.stopped(state, stop),
        }
    }

    /// Notes it if a value that was read was never written, or is a pointer to what was freed.
    #[cold]
    pub(super) fn inspect(&mut self, state: &State, value: Value, pointer: bool) {
        let value = state.path.resolve(&mut self.pool, value);
        let mut addresses = Vec::new();
        match value {
            Value::Undef | Value::Partial { .. } => self.note(state, Fault::UninitialisedRead),
            Value::Term(term) => {
                let program = self.program;
                self.judge.note_unwritten_value(program, &mut self.pool, state, term);
                crate::memory::addresses::constants(&self.pool, term, &mut addresses);
            }
            Value::Int(address) => addresses.push(address),
            Value::Wide(_) => {}
        }
        for address in addresses.into_iter().filter(|_| pointer) {
            let object = state.memory.object(address);
            if let Some(object) = object.filter(|o| !o.alive && o.kind == ObjectKind::Heap) {
                let (allocated, freed) = (object.allocated, object.freed);
                let access = AccessKind::Read;
                self.note(state, Fault::UseAfterFree { access, allocated, freed });
            }
        }
    }

    /// Notes it if a value that the function returns was never written. It is set from here on: its
    /// caller is not at fault, too.
    #[cold]
    pub(super) fn hand_on(&mut self, state: &mut State, reg: u32, bits: u32) {
        let value = get(state, reg);
        match state.path.resolve(&mut self.pool, value) {
            Value::Undef | Value::Partial { .. } => {
                self.note(state, Fault::UninitialisedRead);
                put(state, reg, floats::as_defined(value, bits));
            }
            Value::Term(term) => {
                let program = self.program;
                self.judge.note_unwritten_value(program, &mut self.pool, state, term);
            }
            Value::Int(_) | Value::Wide(_) => {}
        }
    }

    /// Sees to it that an array of a size that is computed has at least one element.
    #[cold]
    pub(super) fn check_bound(
        &mut self,
        state: &mut State,
        count: Value,
        bits: u32,
        is_signed: bool,
    ) -> Result<(), Stop> {
        let size = |known: u64| match is_signed {
            true => signed(known & mask(bits), bits),
            false => known.cast_signed(),
        };
        match state.path.resolve(&mut self.pool, count) {
            Value::Int(known) if known == 0 || is_signed && size(known) < 0 => {
                Err(Fault::NegativeSize { size: size(known) }.into())
            }
            Value::Term(count) => {
                let zero = self.pool.bv_u64(self.pool.width(count), 0);
                let mut natural = self.pool.ne(count, zero);
                if is_signed && bits <= self.pool.width(count) {
                    let number = self.pool.bv_trunc(count, bits);
                    let zero = self.pool.bv_u64(bits, 0);
                    natural = self.pool.bv_slt(zero, number);
                }
                self.judge.require(
                    self.program,
                    &mut self.pool,
                    state,
                    natural,
                    |pool, _, model| Fault::NegativeSize { size: size(eval(pool, model, count)) },
                )
            }
            _ => Ok(()),
        }
    }

    /// Notes it if a value that unknown code is given was never written.
    pub(super) fn give_away(&mut self, state: &State, value: Value) {
        match state.path.resolve(&mut self.pool, value) {
            Value::Undef | Value::Partial { .. } => self.note(state, Fault::UninitialisedRead),
            Value::Term(term) => {
                let program = self.program;
                self.judge.note_unwritten_value(program, &mut self.pool, state, term);
            }
            Value::Int(_) | Value::Wide(_) => {}
        }
    }

    /// Whether the operation in hand needs the object that an unknown pointer leads to.
    pub(super) fn needs_object(&mut self, state: &State, term: Bv) -> bool {
        let op = state.frames.last().and_then(|frame| frame.code.ops.get(frame.pc));
        match op {
            Some(
                Op::Load { .. } | Op::Store { .. } | Op::LoadIndex { .. } | Op::LoadOffset { .. },
            ) => self.access().is_unknown_address(term),
            _ => self.access().is_unknown_pointer(term),
        }
    }

    /// A value is taken for an address.
    fn is_base(&mut self, base: Value) {
        if let Value::Term(term) = base {
            self.access().is_base(term);
        }
    }

    #[cold]
    pub(super) fn offset_slow(&mut self, pointer_bits: u32, base: Value, offset: u64) -> Value {
        self.is_base(base);
        let offset = Value::Int(offset & mask(pointer_bits));
        let made = ints::binary(
            &mut self.pool,
            IntOp::wrapping(BinaryOp::Add, pointer_bits),
            base,
            offset,
        )
        .0;
        self.access().is_made_of(base, made);
        made
    }

    #[cold]
    pub(super) fn index_slow(
        &mut self,
        pointer_bits: u32,
        bits: u32,
        scale: u64,
        base: Value,
        index: Value,
    ) -> Value {
        self.is_base(base);
        let index = if bits < pointer_bits {
            ints::sign_extend(&mut self.pool, index, bits, pointer_bits)
        } else {
            terms::resize(&mut self.pool, index, bits, pointer_bits)
        };
        let scale = Value::Int(scale & mask(pointer_bits));
        let (step, _) = ints::binary(
            &mut self.pool,
            IntOp::wrapping(BinaryOp::Mul, pointer_bits),
            index,
            scale,
        );
        let made =
            ints::binary(&mut self.pool, IntOp::wrapping(BinaryOp::Add, pointer_bits), base, step)
                .0;
        self.access().is_made_of(base, made);
        made
    }

    /// An operation on integers of which one is symbolic.
    #[cold]
    #[allow(clippy::too_many_arguments)]
    pub(super) fn int_symbolic(
        &mut self,
        state: &mut State,
        operation: IntOp,
        dst: u32,
        a: Value,
        b: Value,
    ) -> Next {
        match self.int_checked(state, operation, a, b) {
            Ok(value) => {
                let value = self.manageable(state, value);
                put(state, dst, value);
                self.advance(state)
            }
            Err(stop) => self.stopped(state, stop),
        }
    }

    /// The value, unless its term is too large to be useful: the hash or cipher of an unknown value is as unknown.
    fn manageable(&mut self, state: &mut State, value: Value) -> Value {
        match value {
            Value::Term(term) if state.has_unknown_callers() && self.pool.weight(term) > LARGE => {
                // Equal terms stay equal.
                if let Some(known) = self.kept.large.get(&term) {
                    return Value::Term(*known);
                }
                let from = Provenance::Caller(Passed::Computed);
                let bits = self.pool.width(term);
                let symbol = state.new_symbol(&mut self.pool, from, "large term", bits);
                self.kept.large.insert(term, symbol);
                Value::Term(symbol)
            }
            value => value,
        }
    }

    /// The result of an operation, for operands that it is defined for.
    pub(super) fn int_checked(
        &mut self,
        state: &mut State,
        operation: IntOp,
        a: Value,
        b: Value,
    ) -> Result<Value, Stop> {
        let a = state.path.settled_value(&mut self.pool, a);
        let b = state.path.settled_value(&mut self.pool, b);
        let (value, fault) = ints::binary(&mut self.pool, operation, a, b);
        let IntOp { op, flags, bits } = operation;
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
                    BinaryOp::Sub if x == zero => "negation",
                    BinaryOp::Sub => "subtraction",
                    _ => "multiplication",
                };
                let fault = Fault::SignedOverflow { operation, bits };
                self.require(state, fits, fault)?;
            }
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul if bits >= 32 => {
                let x = state.path.simplify(&mut self.pool, x);
                let y = state.path.simplify(&mut self.pool, y);
                self.watch_wrap(state, op, x, y, value);
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

    /// Sees to it that an index lies within an array that ends before its object does.
    pub(super) fn check_member(
        &mut self,
        state: &mut State,
        check: &MemberCheck,
    ) -> Result<(), Stop> {
        let MemberCheck { index, bits, len, elem, write, base } = *check;
        let base = state.path.resolve(&mut self.pool, get(state, base));
        let index = state.path.resolve(&mut self.pool, get(state, index));
        let access = if write { AccessKind::Write } else { AccessKind::Read };
        let object = match base {
            Value::Term(base) => based_object(&mut self.pool, &state.memory, base),
            base => base.as_u64().and_then(|base| state.memory.object(base)),
        };
        let Some(object) = object else {
            // Whatever is wrong with the address is told when it is used.
            return Ok(());
        };
        let (object, base, allocated) = (object.kind, object.base, object.allocated);
        let fault = move |index: i64| Fault::OutOfBounds {
            access,
            object: object.member(),
            base,
            offset: index.wrapping_mul(elem.cast_signed()),
            len: elem,
            size: len * elem,
            allocated,
        };
        match index {
            Value::Int(known) => {
                let known = signed(known, bits);
                match u64::try_from(known) {
                    Ok(index) if index < len => Ok(()),
                    _ => Err(fault(known).into()),
                }
            }
            Value::Term(term) => {
                let limit = self.pool.bv_u64(bits, len);
                let inside = self.pool.bv_ult(term, limit);
                self.judge.require(self.program, &mut self.pool, state, inside, |pool, _, m| {
                    fault(signed(eval(pool, m, term), bits))
                })
            }
            _ => Ok(()),
        }
    }

    /// An access outside an object whose start was taken for a larger type is a confusion of
    /// types: the object as a whole is not what the program thinks.
    pub(super) fn as_confusion(&self, state: &State, fault: Fault) -> Fault {
        let Fault::OutOfBounds { access, object, base, offset, len, size, allocated } = fault
        else {
            return fault;
        };
        let fault = Fault::OutOfBounds { access, object, base, offset, len, size, allocated };
        let Some((function, inst)) = state.instruction() else { return fault };
        let function = &self.program.functions[function];
        let (ptr, ty) = match &function.insts[inst].op {
            margay_ir::Op::Load { ptr, ty, .. } => (*ptr, *ty),
            margay_ir::Op::Store { ptr, value, .. } => {
                (*ptr, self.program.type_of(function, *value))
            }
            _ => return fault,
        };
        let accessed = crate::code::decode::accessed_type(self.program, function, ptr);
        let (whole, inside) = accessed.unwrap_or((ty, 0));
        let wanted = self.program.size_of(whole);
        // The pointer that the type was made of is the start of the object.
        let starts = offset == inside.cast_signed();
        if starts && wanted > size && size > 0 && (accessed.is_some() || size < len) {
            return Fault::TypeConfusion { access, object, wanted, size, allocated };
        }
        fault
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
}

/// That a signed operation does not overflow.
fn fits_signed(pool: &mut TermPool, op: BinaryOp, a: Bv, b: Bv) -> Bool {
    let width = pool.width(a);
    if op == BinaryOp::Mul
        && let Some((low, high)) = factor_bounds(pool, a, b)
    {
        let factor = if pool.is_const(a) { b } else { a };
        let low = pool.bv_u64(width, low.cast_unsigned() & mask(width));
        let high = pool.bv_u64(width, high.cast_unsigned() & mask(width));
        let (above, below) = (pool.bv_sle(low, factor), pool.bv_sle(factor, high));
        return pool.and(above, below);
    }
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

/// Between which numbers a factor must lie so that its product with a constant, or its square,
/// fits its width. Comparisons are easy to decide, and products are not.
fn factor_bounds(pool: &TermPool, a: Bv, b: Bv) -> Option<(i64, i64)> {
    let width = pool.width(a);
    if width > 64 {
        return None;
    }
    let largest = (mask(width) >> 1).cast_signed();
    let smallest = -largest - 1;
    if a == b {
        let root = largest.isqrt();
        return Some((-root, root));
    }
    let constant = pool.as_const_u64(a).or_else(|| pool.as_const_u64(b))?;
    match signed(constant, width) {
        0 => Some((smallest, largest)),
        -1 => Some((-largest, largest)),
        factor @ 1.. => Some((smallest / factor, largest / factor)),
        factor => Some((largest / factor, smallest / factor)),
    }
}
