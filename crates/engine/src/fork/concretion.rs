//! Concretion: a symbol that a path leaves one value becomes that value.
//!
//! A branch ties a few symbols together. Where the constraints among those leave a symbol one value
//! only, it is a constant from there on, and what is computed from it is computed at once: loops,
//! calls and indices after it run as in any concrete execution, and what depends on it is certain.

use crate::engine::Engine;
use crate::state::State;
use crate::state::possible::Possible;
use crate::state::start_path::OnlyValue;
use crate::value::provenance::Provenance;
use margay_smt::{BitVec, Bool, Component, Evaluator, Model, SymbolId, Value};
use std::rc::Rc;

/// Components beyond these sizes are not asked about.
const MOST_CONSTRAINTS: usize = 8;
const MOST_SYMBOLS: usize = 2;

impl Engine<'_> {
    /// Makes symbols constants that the condition just assumed leaves one value, and says which. Where that is not
    /// wanted, what comes after is not certain if the symbol is a caller's.
    pub(crate) fn make_concrete(&mut self, state: &mut State, condition: Bool) -> Vec<OnlyValue> {
        self.note_concrete(state, condition);
        let mut found = Vec::new();
        for component in state.path.condition().components_of(&mut self.pool, condition) {
            let symbols = self.symbols_of(&component);
            let small = component.constraints().len() <= MOST_CONSTRAINTS
                && (1..=MOST_SYMBOLS).contains(&symbols.len());
            if !small {
                continue;
            }
            for symbol in symbols {
                if let Some(value) = self.only_value(state, &component, symbol) {
                    self.has_one_value(state, symbol, &value, component.witness());
                    found.push(((*self.pool.symbol(symbol).name).into(), value));
                }
            }
        }
        found
    }

    /// The same, where it is known which symbols those are.
    pub(crate) fn make_concrete_again(
        &mut self,
        state: &mut State,
        condition: Bool,
        known: &[OnlyValue],
    ) {
        self.note_concrete(state, condition);
        for (name, value) in known {
            if let Some(symbol) = self.pool.find_symbol(name) {
                self.has_one_value(state, symbol, value, None);
            }
        }
    }

    /// Counts the symbols of a condition that are constants by now.
    fn note_concrete(&mut self, state: &mut State, condition: Bool) {
        for symbol in self.pool.symbols(condition) {
            let term = self.pool.symbol_term(symbol);
            let Some(term) = self.pool.as_bv(term) else { continue };
            let value = state.path.simplify(&mut self.pool, term);
            if self.pool.is_const(value) {
                self.became_concrete(state, symbol);
            }
        }
    }

    fn has_one_value(
        &mut self,
        state: &mut State,
        symbol: SymbolId,
        value: &BitVec,
        witness: Option<&Model>,
    ) {
        self.became_concrete(state, symbol);
        let term = self.pool.symbol_term(symbol);
        let term = self.pool.as_bv(term).expect("its value has bits");
        let value = self.pool.bv_const(value);
        let equal = self.pool.eq(term, value);
        state.path.settle(&mut self.pool, term, value);
        state.path.follows(&mut self.pool, equal, witness);
    }

    fn became_concrete(&mut self, state: &mut State, symbol: SymbolId) {
        if self.options.concretion {
            self.counts.made_concrete += 1;
        } else if Provenance::of(&self.pool, symbol).is_callers() {
            state.doubt.uncertain = true;
        }
    }

    fn symbols_of(&self, component: &Component) -> Vec<SymbolId> {
        let constraints = component.constraints().iter();
        let mut symbols: Vec<SymbolId> = constraints.flat_map(|c| self.pool.symbols(*c)).collect();
        symbols.sort_unstable();
        symbols.dedup();
        symbols
    }

    /// The only value that a symbol can have, if that is cheap to tell.
    fn only_value(
        &mut self,
        state: &State,
        component: &Rc<Component>,
        symbol: SymbolId,
    ) -> Option<BitVec> {
        let witness = component.witness()?;
        let Some(Value::Bv(value)) = witness.get(symbol) else { return None };
        let term = self.pool.symbol_term(symbol);
        let term = self.pool.as_bv(term)?;
        if let Some(domain) = state.path.condition().domain(&self.pool, term)
            && let Some(known) = domain.as_const()
        {
            return Some(BitVec::from_u64(value.width(), known));
        }
        // Most symbols can have a value next to the one that is known.
        let bits = value.width();
        let number = value.to_u64()?;
        let others = [number.wrapping_add(1), number.wrapping_sub(1), 0, number ^ 1 << (bits - 1)];
        for other in others {
            let other = BitVec::from_u64(bits, other & crate::value::mask(bits));
            if other == *value {
                continue;
            }
            let mut model = (**witness).clone();
            model.set_bv(symbol, other);
            let mut evaluator = Evaluator::new(&self.pool, &model);
            if component.constraints().iter().all(|constraint| evaluator.bool(*constraint)) {
                return None;
            }
        }
        let value = value.clone();
        let known = self.pool.bv_const(&value);
        let other = self.pool.ne(term, known);
        let asked = self.judge.queries;
        let possible = self.judge.ask(&mut self.pool, state, other);
        // It is not the path that asks.
        self.judge.queries = asked;
        matches!(possible, Possible::No).then_some(value)
    }
}
