//! Addresses as numbers, and comparisons of pointers into several objects.
//!
//! What C leaves unspecified is decided both ways, for the first few decisions of a path: the order of two objects, or
//! the low bits of an address. A path that has decided more goes on with the addresses that this engine gave, and that
//! is told ([`Judge::placed`](crate::judge::Judge::placed)).

use super::Next;
use super::slow::put;
use crate::access::Access;
use crate::arith::ints::{self, IntOp};
use crate::engine::Engine;
use crate::memory::addresses::{self, Named};
use crate::state::State;
use crate::state::possible::Possible;
use crate::state::stop::{Need, Stop};
use crate::value::terms::{self, resize};
use crate::value::{Value, mask};
use margay_ir::{BinaryOp, IcmpPred};
use margay_smt::{Bool, Bv, SymbolId, Term};

/// Decisions about where objects lie that a path takes both sides of.
const MOST_PLACEMENTS: u32 = 5;

/// A condition about more objects is decided without looking at how they lie to each other.
const MOST_OBJECTS: usize = 4;

impl Engine<'_> {
    fn pointer_bits(&self) -> u32 {
        self.program.layout.pointer_bytes * 8
    }

    /// A pointer becomes a number of so many bits.
    #[cold]
    pub(super) fn pointer_to_number(
        &mut self,
        state: &mut State,
        dst: u32,
        pointer: Value,
        to: u32,
    ) -> Next {
        let value = self.number(state, pointer);
        let from = self.pointer_bits();
        let value = resize(&mut self.pool, value, from, to);
        put(state, dst, value);
        self.advance(state)
    }

    fn number(&mut self, state: &State, pointer: Value) -> Value {
        let (bits, functions) = (self.pointer_bits(), self.program.functions.len());
        let pointer = state.path.settled_value(&mut self.pool, pointer);
        let number = addresses::number_of(&mut self.pool, &state.memory, functions, pointer, bits);
        number.map_or(pointer, |number| state.path.resolve(&mut self.pool, Value::Term(number)))
    }

    /// A number becomes a pointer.
    #[cold]
    pub(super) fn number_to_pointer(
        &mut self,
        state: &mut State,
        dst: u32,
        number: Value,
        from: u32,
    ) -> Next {
        let to = self.pointer_bits();
        let number = resize(&mut self.pool, number, from, to);
        match self.access().pointer(state, number) {
            Ok(pointer) => {
                put(state, dst, pointer);
                self.advance(state)
            }
            Err(stop) => self.stopped(state, stop),
        }
    }

    /// How far two pointers are apart that may be of several objects.
    #[cold]
    pub(super) fn subtract_pointers(
        &mut self,
        state: &mut State,
        dst: u32,
        a: Value,
        b: Value,
        bits: u32,
    ) -> Next {
        let known = |value| state.path.resolve(&mut self.pool, value);
        let [a, b] = [a, b].map(known);
        let base = |value| match value {
            Value::Int(address) => state.memory.object(address).map(|object| object.base),
            _ => None,
        };
        let (a, b) = match (base(a), base(b)) {
            (Some(one), Some(other)) if one == other => (a, b),
            _ => (self.number(state, a), self.number(state, b)),
        };
        let op = BinaryOp::Sub;
        let pointer_bits = self.pointer_bits();
        let (value, _) = ints::binary(&mut self.pool, IntOp::wrapping(op, pointer_bits), a, b);
        let value = resize(&mut self.pool, value, pointer_bits, bits);
        put(state, dst, value);
        self.advance(state)
    }

    /// A number was read where pointers may have been written.
    pub(super) fn number_read(&mut self, state: &State, address: Value, len: u32) -> Option<Value> {
        let Value::Int(address) = state.path.resolve(&mut self.pool, address) else { return None };
        addresses::number_in(&mut self.pool, &state.memory, address, len)
    }

    /// Compares two pointers, of which at least one is not known or which are of several objects.
    #[cold]
    pub(super) fn compare_pointers(
        &mut self,
        state: &mut State,
        pred: IcmpPred,
        dst: u32,
        a: Value,
        b: Value,
    ) -> Next {
        let known = self.access().pointer(state, a).and_then(|a| {
            let b = self.access().pointer(state, b)?;
            Ok((a, b))
        });
        let (a, b) = match known {
            Ok(known) => known,
            Err(stop) => return self.stopped(state, stop),
        };
        let bits = self.pointer_bits();
        let value = match self.compared_places(state, pred, a, b) {
            Some((a, b)) => {
                let result = ints::compare_terms(&mut self.pool, pred, a, b);
                ints::from_bool(&mut self.pool, result)
            }
            None => ints::compare(&mut self.pool, pred, bits, a, b),
        };
        put(state, dst, value);
        self.advance(state)
    }

    /// The numbers to compare two pointers by, if what they are here does not tell.
    fn compared_places(
        &mut self,
        state: &State,
        pred: IcmpPred,
        a: Value,
        b: Value,
    ) -> Option<(Bv, Bv)> {
        let equality = matches!(pred, IcmpPred::Eq | IcmpPred::Ne);
        if let (Value::Int(a), Value::Int(b)) = (a, b) {
            let memory = &state.memory;
            if a == b || (equality && self.are_surely_two(state, a, b)) {
                return None;
            }
            if let (Some(a), Some(b)) = (memory.object(a), memory.object(b))
                && a.base == b.base
            {
                return None;
            }
        } else if equality && !self.may_be_beyond(state, a, b) {
            return None;
        }
        let bits = self.pointer_bits();
        let number = |engine: &mut Self, value| match engine.number(state, value) {
            Value::Term(term) => term,
            known => terms::term(&mut engine.pool, known, bits),
        };
        let (a, b) = (number(self, a), number(self, b));
        let both = [a, b].map(|term| addresses::named_in(&mut self.pool, term));
        let [of_a, of_b] = &both;
        // Within one object the numbers are as good; nor is anything known of objects that have no address yet.
        let names =
            |of: &[(_, _, Named)]| of.iter().map(|(_, _, named)| *named).collect::<Vec<_>>();
        let (of_a, of_b) = (names(of_a), names(of_b));
        (of_a != of_b).then_some((a, b))
    }

    /// Whether two different known addresses are those of two things, wherever these lie.
    fn are_surely_two(&self, state: &State, a: u64, b: u64) -> bool {
        let memory = &state.memory;
        let functions = self.program.functions.len();
        let highest = if self.pointer_bits() == 64 { 1 << 47 } else { mask(32) };
        let literal = |address: u64| addresses::named_at(memory, functions, address).is_none();
        let is_outside = |address: u64| {
            literal(address) && (address < crate::memory::FIRST_VALID || address >= highest)
        };
        if is_outside(a) || is_outside(b) || (literal(a) && literal(b)) {
            return true;
        }
        match (memory.object(a), memory.object(b)) {
            (Some(x), Some(y)) if x.shared && y.shared => {
                !x.may_overlap(a.wrapping_sub(x.base), y, b.wrapping_sub(y.base))
            }
            (Some(x), Some(y)) if x.open.is_some() || y.open.is_some() => true,
            (Some(x), Some(y)) => {
                let within = |object: &crate::memory::Object, address: u64| {
                    address.wrapping_sub(object.base) < object.taken() || object.extent.is_some()
                };
                x.is_apart_from(y) && within(x, a) && within(y, b)
            }
            // Code is no object, and each function has its own.
            _ => !literal(a) && !literal(b),
        }
    }

    /// Whether one of two pointers that are not both known may lead beyond its object, or to one that is gone.
    fn may_be_beyond(&mut self, state: &State, a: Value, b: Value) -> bool {
        let ends = |value: Value| match value {
            Value::Int(address) => {
                let object = state.memory.object(address);
                object.is_some_and(|object| {
                    !object.alive || address.wrapping_sub(object.base) >= object.taken()
                })
            }
            Value::Term(term) => {
                let choices = terms::choices(&self.pool, term);
                choices.into_iter().any(|choice| {
                    let known = self.pool.as_const_u64(choice);
                    known.and_then(|at| state.memory.object(at)).is_some_and(|o| !o.alive)
                })
            }
            _ => false,
        };
        ends(a) || ends(b)
    }

    /// Sees to it that what a path needs is decided where it depends on the places of objects. Says whether
    /// the operation in hand can go on.
    pub(crate) fn place_objects(&mut self, state: &mut State, need: Need) -> Result<bool, Stop> {
        let (term, decides): (Term, _) = match need {
            Need::Decide(condition) | Need::Case(condition) => (condition.into(), true),
            Need::Value(term) => (term.into(), false),
        };
        if !addresses::depend(&self.pool, term) {
            return Ok(false);
        }
        if decides && self.know_places(state, term)? {
            return Ok(true);
        }
        if decides && state.names.placements < MOST_PLACEMENTS {
            state.names.placements += 1;
            return Ok(false);
        }
        match need {
            Need::Decide(condition) | Need::Case(condition) => {
                if let Some(holds) = addresses::holds_here(&mut self.pool, condition) {
                    self.go_on_side(state, condition, holds)?;
                    return Ok(true);
                }
                self.access().place(state, term)
            }
            Need::Value(_) => self.access().place(state, term),
        }
    }

    /// Goes on with one side of a condition, the one that holds here if the path allows it; that is told.
    fn go_on_side(&mut self, state: &mut State, condition: Bool, holds: bool) -> Result<(), Stop> {
        let negated = self.pool.not(condition);
        let (first, second) = if holds { (condition, negated) } else { (negated, condition) };
        let mut access = self.access();
        let possible = access.judge.possible(access.pool, state, first);
        if !matches!(possible, Possible::No) {
            access.judge.assume(access.pool, state, first, &possible)?;
            access.tell_placed(state);
            return Ok(());
        }
        let possible = access.judge.possible(access.pool, state, second);
        access.judge.assume(access.pool, state, second, &possible)
    }

    /// Has the path know that the objects that a condition is about lie apart. Says whether that was new.
    fn know_places(&mut self, state: &mut State, term: Term) -> Result<bool, Stop> {
        let named = addresses::named_in(&mut self.pool, term);
        if named.len() > MOST_OBJECTS {
            return Ok(false);
        }
        let bits = self.pointer_bits();
        let mut is_new = false;
        for (index, (_, _, a)) in named.iter().enumerate() {
            for (_, _, b) in &named[index + 1..] {
                let (pool, memory) = (&mut self.pool, &state.memory);
                let Some(apart) = addresses::apart(pool, memory, *a, *b, bits) else { continue };
                if state.path.how_given(apart).is_some() {
                    continue;
                }
                is_new = true;
                match self.judge.possible(&mut self.pool, state, apart) {
                    Possible::Yes(model) => state.path.given(&mut self.pool, apart, Some(&model)),
                    Possible::No => return Err(Stop::Infeasible),
                    _ => state.path.given(&mut self.pool, apart, None),
                }
            }
        }
        Ok(is_new)
    }
}

impl Access<'_> {
    /// A value that is taken for a pointer: one that is computed from an address and leads to the same object
    /// wherever that lies is the pointer that it has here.
    pub(crate) fn pointer(&mut self, state: &mut State, value: Value) -> Result<Value, Stop> {
        let Value::Term(term) = value else { return Ok(value) };
        if !addresses::depend(self.pool, term) {
            return Ok(value);
        }
        let term = state.path.simplify(self.pool, term);
        let named = addresses::named_in(self.pool, term);
        let here = addresses::laid_out(self.pool, term);
        if named.is_empty() || self.is_everywhere(state, term, here, &named) {
            return Ok(terms::as_known(self.pool, here));
        }
        self.place(state, term.into())?;
        Ok(match state.path.resolve(self.pool, Value::Term(term)) {
            Value::Term(left) => {
                let here = addresses::laid_out(self.pool, left);
                terms::as_known(self.pool, here)
            }
            known => known,
        })
    }

    /// Whether a term is the same place in its object, wherever objects lie, as it is here.
    fn is_everywhere(
        &mut self,
        state: &mut State,
        term: Bv,
        here: Bv,
        named: &[(SymbolId, Bv, Named)],
    ) -> bool {
        let functions = self.program.functions.len();
        let bits = self.pool.width(term);
        let lifted = match self.pool.as_const_u64(here) {
            Some(address) => {
                let (pool, memory) = (&mut *self.pool, &state.memory);
                addresses::number_of(pool, memory, functions, Value::Int(address), bits)
                    .or(Some(here))
            }
            None => match named {
                [(_, _, only)] => {
                    let base = self.pool.bv_u64(bits, only.base);
                    let offset = self.pool.bv_sub(here, base);
                    let start = only.term(self.pool, bits);
                    Some(self.pool.bv_add(start, offset))
                }
                _ => None,
            },
        };
        let Some(lifted) = lifted else { return false };
        if lifted == term {
            return true;
        }
        let differs = self.pool.ne(lifted, term);
        match state.path.decide(self.pool, differs) {
            Some(differs) => !differs,
            None => matches!(self.judge.possible(self.pool, state, differs), Possible::No),
        }
    }

    /// Goes on with the addresses that objects have here, where the path allows them; that is told. Says whether
    /// something was not known before. A symbol is never given another value: as a pointer, a number of that value
    /// would lead elsewhere here.
    pub(crate) fn place(&mut self, state: &mut State, term: Term) -> Result<bool, Stop> {
        let mut is_new = false;
        for (_, symbol, named) in addresses::named_in(self.pool, term) {
            if !matches!(state.path.resolve(self.pool, Value::Term(symbol)), Value::Term(_)) {
                continue;
            }
            let fact = addresses::as_laid_out(self.pool, symbol, named);
            let possible = self.judge.possible(self.pool, state, fact);
            if !matches!(possible, Possible::No) {
                self.judge.assume(self.pool, state, fact, &possible)?;
                is_new = true;
            }
        }
        self.tell_placed(state);
        Ok(is_new)
    }

    /// Notes that the path goes on with one placement of objects.
    fn tell_placed(&mut self, state: &State) {
        if !state.history.is_followed() {
            let span = self.judge.place(self.program, state).span;
            *self.judge.placed.entry(span).or_default() += 1;
        }
    }
}
