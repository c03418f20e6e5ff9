//! Memory through addresses and lengths that may be symbolic.
//!
//! An access that is bad for some input is noted with that input, and goes on for the
//! others. The interpreter and the library's models both come here.

use crate::access::unknown::Unknowns;
use crate::fault::{AccessKind, Fault};
use crate::judge::Judge;
use crate::memory::Offset;
use crate::memory::based::{Shape, shape};
use crate::state::State;
use crate::state::possible::Possible;
use crate::state::stop::{Need, Stop};
use crate::value::provenance::depends_on_unknown;
use crate::value::terms;
use crate::value::{Value, size};
use margay_ir::Program;
use margay_smt::{Assignment, Bool, Bv, Evaluator, Node, TermPool};

/// How far apart the addresses may be that one access of threads is told apart by.
const MOST_WATCHED: u64 = 8;

pub struct Access<'a> {
    pub program: &'a Program,
    pub pool: &'a mut TermPool,
    pub judge: &'a mut Judge,
    pub(crate) unknowns: &'a mut Unknowns,
}

/// Where an access goes, once it is known to be good.
enum Target {
    At(u64),
    /// Into the object at `base`, at an offset that is not known.
    Within {
        base: u64,
        offset: Bv,
        /// The address itself.
        pointer: Bv,
    },
}

/// How many bytes an access concerns.
#[derive(Clone, Copy)]
enum Length {
    Known(u64),
    Term(Bv),
}

impl Length {
    fn least(self) -> u64 {
        match self {
            Length::Known(len) => len,
            Length::Term(_) => 0,
        }
    }
}

impl Access<'_> {
    pub fn load(&mut self, state: &mut State, address: Value, len: u32) -> Result<Value, Stop> {
        match self.target(state, address, u64::from(len), AccessKind::Read)? {
            Target::At(address) => Ok(state.memory.load(self.pool, address, len)?),
            Target::Within { base, offset, pointer } => {
                let Some(at) = self.offset(state, base, offset, pointer, len)? else {
                    return Ok(self.read_loosely(state, base, offset, len));
                };
                let object = state.memory.object(base).expect("just found");
                Ok(object.read_at(self.pool, at, len))
            }
        }
    }

    pub fn store(
        &mut self,
        state: &mut State,
        address: Value,
        len: u32,
        value: Value,
    ) -> Result<(), Stop> {
        match self.target(state, address, u64::from(len), AccessKind::Write)? {
            Target::At(address) => Ok(state.memory.store(self.pool, address, len, value)?),
            Target::Within { base, offset, pointer } => {
                match self.offset(state, base, offset, pointer, len)? {
                    Some(at) => {
                        let object = state.memory.object_mut(base).expect("just found");
                        object.write_at(self.pool, at, len, value);
                    }
                    None => self.write_loosely(state, base, offset, len, value),
                }
                Ok(())
            }
        }
    }

    /// The numbers that an offset in bounds may be; too many are taken one by one. `None` if there are too many in an
    /// object of unknown extent.
    fn offset(
        &mut self,
        state: &State,
        base: u64,
        offset: Bv,
        pointer: Bv,
        len: u32,
    ) -> Result<Option<Offset>, Stop> {
        let object = state.memory.object(base).expect("just found");
        let offset = state.path.simplify(self.pool, offset);
        let domain = state.path.condition().domain(self.pool, offset);
        if object.open.is_some() {
            let end = domain.map_or(u64::MAX, |domain| domain.umax()).saturating_add(len.into());
            if end > object.room() {
                return Ok(None);
            }
        }
        let at = Offset::new(offset, domain, u64::from(len), object.room());
        // What threads access is told apart where that makes few paths.
        let few = domain.is_some_and(|domain| domain.umax() - domain.umin() <= MOST_WATCHED);
        if !at.is_manageable() || few && state.memory.is_watched() {
            return Err(Stop::Need(Need::Value(pointer)));
        }
        Ok(Some(at))
    }

    /// Sees to it that `len` bytes can be accessed.
    fn target(
        &mut self,
        state: &mut State,
        address: Value,
        len: u64,
        access: AccessKind,
    ) -> Result<Target, Stop> {
        self.reach(state, address, Length::Known(len), access)
    }

    /// Sees to it that so many bytes can be accessed; of an unknown number, that they can begin
    /// there, where the address is not known either.
    fn reach(
        &mut self,
        state: &mut State,
        address: Value,
        len: Length,
        access: AccessKind,
    ) -> Result<Target, Stop> {
        let address = self.pointer(state, address)?;
        // Each iteration settles one choice within the pointer.
        loop {
            let term = match (state.path.resolve(self.pool, address), len) {
                (Value::Int(known), Length::Term(_))
                    if state.memory.object(known).is_some_and(|object| object.alive) =>
                {
                    return Ok(Target::At(known));
                }
                (Value::Int(known), _) => {
                    self.known(state, known, len.least(), access).map_err(|stop| {
                        match (stop, address) {
                            (
                                Stop::Fault(Fault::NullAccess { access, address, .. }),
                                Value::Term(term),
                            ) => {
                                let failed = state.failed_call(self.pool, term);
                                Stop::Fault(Fault::NullAccess { access, address, failed })
                            }
                            (stop, _) => stop,
                        }
                    })?;
                    return Ok(Target::At(known));
                }
                (Value::Term(term), _) => term,
                (Value::Partial { bits, .. }, _) => {
                    self.judge.note(self.program, self.pool, state, Fault::UninitialisedRead, None);
                    self.known(state, bits, len.least(), access)?;
                    return Ok(Target::At(bits));
                }
                (Value::Undef | Value::Wide(_), _) => return Err(Fault::UninitialisedRead.into()),
            };
            match shape(self.pool, &state.memory, term) {
                Shape::Based(base) => return self.based(state, base, term, len, access),
                Shape::Either(condition) => {
                    if state.path.decide(self.pool, condition).is_some() {
                        // Known, and yet in the way: domains know more than rewriting does.
                        return Err(Stop::Need(Need::Value(term)));
                    }
                    return Err(Stop::Need(Need::Decide(condition)));
                }
                Shape::NullIf(null, address) => {
                    let valid = self.pool.not(null);
                    if state.path.decide(self.pool, valid) == Some(true) {
                        return Err(Stop::Need(Need::Value(term)));
                    }
                    let failed = state.failed_call(self.pool, null);
                    let fault = Fault::NullAccess { access, address, failed };
                    self.require(state, valid, fault)?;
                    self.know(state, valid)?;
                }
                Shape::Other if self.is_null_and_more(state, address) => {
                    let failed = state.failed_call(self.pool, address_term(address, term));
                    return Err(Fault::NullAccess { access, address: 0, failed }.into());
                }
                Shape::Other => {
                    if !depends_on_unknown(self.pool, term) {
                        return Err(Stop::Need(Need::Value(term)));
                    }
                    self.discover(state, term)?;
                }
            }
        }
    }

    /// Has the path know what holds on it, be it that only the solver can tell.
    fn know(&mut self, state: &mut State, holds: Bool) -> Result<(), Stop> {
        if state.path.decide(self.pool, holds) == Some(true) {
            return Ok(());
        }
        match self.judge.possible(self.pool, state, holds) {
            Possible::Yes(model) => state.path.given(self.pool, holds, Some(&model)),
            Possible::Unknown | Possible::Recalled => state.path.given(self.pool, holds, None),
            Possible::No => return Err(Stop::Infeasible),
        }
        Ok(())
    }

    fn require(&mut self, state: &mut State, ok: Bool, fault: Fault) -> Result<(), Stop> {
        self.judge.require(self.program, self.pool, state, ok, |_, _, _| fault)
    }

    /// Sees to it that `len` bytes at a known address can be accessed.
    pub fn known(
        &mut self,
        state: &mut State,
        address: u64,
        len: u64,
        access: AccessKind,
    ) -> Result<(), Stop> {
        let Err(mut fault) = state.memory.check(address, len, access) else { return Ok(()) };
        // Its bytes are still there: what would happen next is checked as well.
        if let Fault::UseAfterScope { .. } = fault
            && state.memory.revive(address)
        {
            self.judge.note(self.program, self.pool, state, fault, None);
            match state.memory.check(address, len, access) {
                Ok(_) => return Ok(()),
                Err(next) => fault = next,
            }
        }
        // An object of unknown size may be large enough.
        let Some(object) = state.memory.object(address).filter(|object| object.alive) else {
            return Err(fault.into());
        };
        if object.open.is_some() {
            return self.extend(state, address, len);
        }
        let (base, constant) = (object.base, object.constant);
        let (Some(extent), Some(offset)) = (object.extent, address.checked_sub(base)) else {
            return Err(fault.into());
        };
        if constant && access == AccessKind::Write {
            return Err(fault.into());
        }
        let Some(end) = offset.checked_add(len) else { return Err(fault.into()) };
        let width = self.pool.width(extent);
        let end_term = self.pool.bv_u64(width, end);
        let fits = self.pool.bv_ule(end_term, extent);
        let Fault::OutOfBounds { object, allocated, .. } = fault else { return Err(fault.into()) };
        self.judge.require(self.program, self.pool, state, fits, |pool, _, model| {
            let size = eval(pool, model, extent);
            let offset = offset.cast_signed();
            Fault::OutOfBounds { access, object, base, offset, len, size, allocated }
        })?;
        if end > LARGEST_GROWTH {
            return Err(Stop::Unsupported("a large block of unknown size".to_owned()));
        }
        state.memory.object_mut(base).expect("just found").grow(end);
        Ok(())
    }

    /// An access to the object at `base` through a term.
    fn based(
        &mut self,
        state: &mut State,
        base: u64,
        term: Bv,
        length: Length,
        access: AccessKind,
    ) -> Result<Target, Stop> {
        let len = length.least();
        let object = state.memory.object(base).expect("a shape names an object");
        let (base, size, extent) = (object.base, object.size, object.extent);
        if !object.alive || (object.constant && access == AccessKind::Write) {
            return Err(state.memory.explain_in(object, base, len, access).into());
        }
        let open = object.open.is_some();
        let width = self.pool.width(term);
        let base_term = self.pool.bv_u64(width, base);
        let offset = self.pool.bv_sub(term, base_term);
        if open {
            return Ok(Target::Within { base, offset, pointer: term });
        }
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
        let ok = match length {
            Length::Known(_) => ok,
            // Where nothing is accessed, the place does not matter.
            Length::Term(len) => {
                let zero = self.pool.bv_u64(self.pool.width(len), 0);
                let nothing = self.pool.eq(len, zero);
                self.pool.or(ok, nothing)
            }
        };
        self.judge.require(self.program, self.pool, state, ok, |pool, state, model| {
            let len = match length {
                Length::Known(len) => len,
                Length::Term(len) => eval(pool, model, len),
            };
            let address = eval(pool, model, term);
            let object = state.memory.object(base).expect("it is still there");
            match (extent, state.memory.explain_in(object, address, len, access)) {
                (
                    Some(extent),
                    Fault::OutOfBounds { access, object, base, offset, len, allocated, .. },
                ) => {
                    let size = eval(pool, model, extent);
                    Fault::OutOfBounds { access, object, base, offset, len, size, allocated }
                }
                (_, fault) => fault,
            }
        })?;
        if extent.is_some() {
            let domain = state.path.condition().domain(self.pool, offset);
            let end = domain.map_or(u64::MAX, |domain| domain.umax()).saturating_add(len);
            if end > LARGEST_GROWTH {
                return Err(Stop::Need(Need::Value(term)));
            }
            state.memory.object_mut(base).expect("just found").make_room(end);
        }
        Ok(Target::Within { base, offset, pointer: term })
    }
}

/// The term that an address was before it was settled.
fn address_term(address: Value, settled: Bv) -> Bv {
    match address {
        Value::Term(term) => term,
        _ => settled,
    }
}

/// Bytes that an object of unknown size may be known to have.
pub const LARGEST_GROWTH: u64 = 1 << 16;

/// The value of a term under a model, of which the low 64 bits matter.
pub fn eval(pool: &TermPool, model: &Assignment, term: Bv) -> u64 {
    let value = Evaluator::new(pool, model).bv(term);
    value.to_u128().map_or(0, crate::value::low_word)
}

/// Whether a number was extended with its sign on the way: only then it was ever negative.
fn is_extended(pool: &TermPool, term: Bv) -> bool {
    let mut work = vec![term];
    let mut left = 64;
    while let Some(term) = work.pop() {
        left -= 1;
        match pool.node(term) {
            _ if left == 0 => return false,
            Node::SignExtend { .. } => return true,
            Node::BvAdd(a, b) | Node::BvMul(a, b) | Node::BvIte(_, a, b) => work.extend([a, b]),
            Node::BvNeg(a) => work.push(a),
            _ => {}
        }
    }
    false
}

/// Blocks of bytes whose length may be symbolic.
impl Access<'_> {
    /// Copies `len` bytes. Whether the ranges may overlap is for others to see.
    pub fn copy(
        &mut self,
        state: &mut State,
        to: Value,
        from: Value,
        len: Value,
    ) -> Result<(), Stop> {
        match self.length(state, len)? {
            Value::Int(0) => Ok(()),
            len if self.is_loose(state, to, len, AccessKind::Write)? => {
                self.copy_loosely(state, to, from, len)
            }
            Value::Int(len) => {
                let to = self.range(state, to, len, AccessKind::Write)?;
                let from = self.range(state, from, len, AccessKind::Read)?;
                Ok(state.memory.copy(self.pool, to, from, len)?)
            }
            len => {
                let len = terms::term(self.pool, len, self.program.layout.pointer_bytes * 8);
                let to = self.address(state, to, len, AccessKind::Write)?;
                let from = self.address(state, from, len, AccessKind::Read)?;
                self.range_within(state, to, len, AccessKind::Write)?;
                self.range_within(state, from, len, AccessKind::Read)?;
                let most = self.most(state, to, len)?.min(self.most(state, from, len)?);
                let object = state.memory.object(from).expect("the range was checked");
                let (start, has_addresses) = (from - object.base, object.has_addresses);
                let bytes: Vec<Value> =
                    (start..start + most).map(|at| object.byte(self.pool, size(at))).collect();
                if let Some(object) = state.memory.object_mut(to) {
                    object.has_addresses |= has_addresses;
                }
                self.replace(state, to, len, &bytes)
            }
        }
    }

    /// The object without an end that a block lies in, of which the place or the length is not known.
    fn loose_base(
        &mut self,
        state: &mut State,
        pointer: Value,
        len: Value,
        access: AccessKind,
    ) -> Result<Option<u64>, Stop> {
        let (length, is_known) = match len {
            Value::Int(len) => (Length::Known(len), true),
            Value::Term(len) => (Length::Term(len), false),
            _ => return Ok(None),
        };
        let base = match self.reach(state, pointer, length, access)? {
            Target::At(_) if is_known => return Ok(None),
            Target::At(address) => address,
            Target::Within { base, .. } => base,
        };
        let object = state.memory.object(base).filter(|object| object.open.is_some());
        Ok(object.map(|object| object.base))
    }

    fn is_loose(
        &mut self,
        state: &mut State,
        pointer: Value,
        len: Value,
        access: AccessKind,
    ) -> Result<bool, Stop> {
        Ok(self.loose_base(state, pointer, len, access)?.is_some())
    }

    /// Copies into an object of unknown extent, at an unknown offset or with an unknown length: the contents of the
    /// whole object become unknown. What the copied pointers lead to counts as reachable from the object.
    fn copy_loosely(
        &mut self,
        state: &mut State,
        to: Value,
        from: Value,
        len: Value,
    ) -> Result<(), Stop> {
        let source = match len {
            Value::Int(len) => self.reach(state, from, Length::Known(len), AccessKind::Read)?,
            len => {
                let bits = self.program.layout.pointer_bytes * 8;
                let len = terms::term(self.pool, len, bits);
                let source = self.reach(state, from, Length::Term(len), AccessKind::Read)?;
                if let Target::At(address) = source
                    && state.memory.object(address).is_none_or(|object| object.open.is_none())
                {
                    self.range_within(state, address, len, AccessKind::Read)?;
                }
                source
            }
        };
        let (Target::At(base) | Target::Within { base, .. }) = source;
        self.keep_all(state, base);
        let to = self.loose_base(state, to, len, AccessKind::Write)?;
        to.into_iter().for_each(|to| self.forget_open(state, to));
        Ok(())
    }

    /// Fills `len` bytes with one.
    pub fn fill(
        &mut self,
        state: &mut State,
        to: Value,
        byte: Value,
        len: Value,
    ) -> Result<(), Stop> {
        match self.length(state, len)? {
            Value::Int(0) => Ok(()),
            len if self.is_loose(state, to, len, AccessKind::Write)? => {
                let base = self.loose_base(state, to, len, AccessKind::Write)?;
                base.into_iter().for_each(|base| self.forget_open(state, base));
                Ok(())
            }
            Value::Int(len) => {
                let to = self.range(state, to, len, AccessKind::Write)?;
                Ok(state.memory.fill(to, len, byte)?)
            }
            len => {
                let len = terms::term(self.pool, len, self.program.layout.pointer_bytes * 8);
                let to = self.address(state, to, len, AccessKind::Write)?;
                self.range_within(state, to, len, AccessKind::Write)?;
                let most = self.most(state, to, len)?;
                self.replace(state, to, len, &vec![byte; size(most)])
            }
        }
    }

    /// Writes those of the bytes that lie before `len`, for which there is room.
    pub fn replace(
        &mut self,
        state: &mut State,
        to: u64,
        len: Bv,
        bytes: &[Value],
    ) -> Result<(), Stop> {
        let width = self.pool.width(len);
        let Some(base) = state.memory.object(to).map(|object| object.base) else { return Ok(()) };
        for (index, byte) in (0..).zip(bytes) {
            let here = self.pool.bv_u64(width, index);
            let before = self.pool.bv_ult(here, len);
            let at = size(to - base + index);
            let old = state.memory.object(base).expect("just found").byte(self.pool, at);
            let value = match state.path.decide(self.pool, before) {
                Some(true) => *byte,
                Some(false) => old,
                None if *byte == old => old,
                None => {
                    let new = terms::term(self.pool, *byte, 8);
                    let old = terms::term(self.pool, old, 8);
                    let value = self.pool.ite(before, new, old);
                    terms::as_known(self.pool, value)
                }
            };
            state.memory.object_mut(base).expect("just found").set_byte(at, value);
        }
        Ok(())
    }

    /// A length with what is known put in; negative numbers are reported and left out.
    pub fn length(&mut self, state: &mut State, len: Value) -> Result<Value, Stop> {
        match state.path.resolve(self.pool, len) {
            Value::Term(term) if !is_extended(self.pool, term) => Ok(Value::Term(term)),
            Value::Term(term) => {
                let width = self.pool.width(term);
                let zero = self.pool.bv_u64(width, 0);
                let positive = self.pool.bv_sle(zero, term);
                self.judge.require(
                    self.program,
                    self.pool,
                    state,
                    positive,
                    |pool, _, model| Fault::NegativeSize {
                        size: eval(pool, model, term).cast_signed(),
                    },
                )?;
                Ok(state.path.resolve(self.pool, Value::Term(term)))
            }
            Value::Int(len) if len.cast_signed() < 0 => {
                Err(Fault::NegativeSize { size: len.cast_signed() }.into())
            }
            Value::Int(len) => Ok(Value::Int(len)),
            other => {
                self.judge.note(self.program, self.pool, state, Fault::UninitialisedRead, None);
                Ok(Value::Int(other.bits_and_undef(64).map_or(0, |(bits, _)| bits)))
            }
        }
    }

    /// Sees to it that a byte can be accessed where a pointer leads, for all its values at once. A pointer whose target
    /// is unknown needs no check.
    pub fn touch(
        &mut self,
        state: &mut State,
        pointer: Value,
        access: AccessKind,
    ) -> Result<(), Stop> {
        let leads = match state.path.resolve(self.pool, pointer) {
            Value::Int(known) => {
                state.memory.object(known).is_none_or(|object| object.open.is_none())
            }
            Value::Term(term) => {
                matches!(shape(self.pool, &state.memory, term), Shape::Based(_) | Shape::NullIf(..))
            }
            _ => false,
        };
        if leads { self.target(state, pointer, 1, access).map(|_| ()) } else { Ok(()) }
    }

    /// The known address that a pointer is, with `len` bytes that can be accessed; one with
    /// an unknown offset is tried value by value.
    pub fn range(
        &mut self,
        state: &mut State,
        pointer: Value,
        len: u64,
        access: AccessKind,
    ) -> Result<u64, Stop> {
        match self.target(state, pointer, len, access)? {
            Target::At(address) => Ok(address),
            Target::Within { pointer, .. } => Err(Stop::Need(Need::Value(pointer))),
        }
    }

    /// The known address that a pointer is, at which `len` bytes are to be accessed. Whether
    /// they can be is for [`Access::range_within`] to see.
    pub fn address(
        &mut self,
        state: &mut State,
        pointer: Value,
        len: Bv,
        access: AccessKind,
    ) -> Result<u64, Stop> {
        match self.reach(state, pointer, Length::Term(len), access)? {
            Target::At(address) => Ok(address),
            Target::Within { pointer, .. } => Err(Stop::Need(Need::Value(pointer))),
        }
    }

    /// Sees to it that `len` bytes at a known address can be accessed.
    pub fn range_within(
        &mut self,
        state: &mut State,
        address: u64,
        len: Bv,
        access: AccessKind,
    ) -> Result<(), Stop> {
        // One byte is the least that makes a difference: the object must be alive and writable.
        let object = state.memory.object(address).filter(|object| object.alive);
        let Some(object) = object else {
            let zero = self.pool.bv_u64(self.pool.width(len), 0);
            let nothing = self.pool.eq(len, zero);
            let Err(fault) = state.memory.check(address, 1, access) else { return Ok(()) };
            return self.require(state, nothing, fault);
        };
        let width = self.pool.width(len);
        let (base, extent, whole) = (object.base, object.extent, object.size);
        let offset = address.wrapping_sub(base);
        let room = match extent {
            Some(extent) => {
                let (offset, none) = (self.pool.bv_u64(width, offset), self.pool.bv_u64(width, 0));
                let starts = self.pool.bv_ule(offset, extent);
                let rest = self.pool.bv_sub(extent, offset);
                self.pool.ite(starts, rest, none)
            }
            None => self.pool.bv_u64(width, whole.saturating_sub(offset)),
        };
        let fits = self.pool.bv_ule(len, room);
        self.judge.require(self.program, self.pool, state, fits, |pool, state, model| {
            let len = eval(pool, model, len);
            let object = state.memory.object(address).expect("just found");
            match state.memory.explain_in(object, address, len, access) {
                Fault::OutOfBounds { access, object, base, offset, len, size, allocated } => {
                    let size = extent.map_or(size, |extent| eval(pool, model, extent));
                    Fault::OutOfBounds { access, object, base, offset, len, size, allocated }
                }
                fault => fault,
            }
        })
    }

    /// How many bytes a length that fits may concern at an address.
    fn most(&mut self, state: &mut State, address: u64, len: Bv) -> Result<u64, Stop> {
        let domain = state.path.condition().domain(self.pool, len);
        let most = domain.map_or(u64::MAX, |domain| domain.umax());
        let object = state.memory.object(address).expect("the range was checked");
        let (base, extent, whole) = (object.base, object.extent, object.size);
        let offset = address.wrapping_sub(base);
        let room = whole.saturating_sub(offset);
        if extent.is_some() && most > room {
            if most > LARGEST_GROWTH {
                return Err(Stop::Need(Need::Value(len)));
            }
            state.memory.object_mut(base).expect("just found").make_room(offset + most);
            return Ok(most);
        }
        if most.min(room) > LARGEST_GROWTH {
            return Err(Stop::Need(Need::Value(len)));
        }
        Ok(most.min(room))
    }
}
