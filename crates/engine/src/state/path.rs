//! What a state knows of its symbols: the path condition, and what was settled on the path.
//!
//! A query that was settled once is never asked again: execution goes back to the
//! operation that asked, and must find the answer there.

use crate::value::Value;
use crate::value::terms;
use margay_smt::{Bool, Bv, Handle, Model, PathCondition, Query, SymbolId, TermMap, TermPool};

#[derive(Clone, Debug, Default)]
pub struct Path {
    condition: PathCondition,
    settled: TermMap<bool>,
    /// Constants that terms were found to be.
    values: TermMap<Bv>,
    touched: TermMap<()>,
    /// What holds without the program having chosen it, and how it does.
    given: TermMap<Given>,
    /// Another engine had a model of it, and there is none here.
    pub(crate) is_unshown: bool,
}

/// How a condition came to hold that no branch chose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Given {
    /// The outside is so.
    Fact,
    /// A pointer leads to the object that was made for it.
    Placed,
}

impl Path {
    pub fn condition(&self) -> &PathCondition {
        &self.condition
    }

    /// The query that asks whether a condition can hold here.
    pub fn query(&self, condition: Bool) -> Query {
        Query { path: self.condition.clone(), condition }
    }

    /// The value with all that is known put in; a term with one value becomes that value.
    #[inline]
    pub fn resolve(&self, pool: &mut TermPool, value: Value) -> Value {
        match value {
            Value::Term(term) if !self.condition.is_empty() => self.resolve_term(pool, term),
            _ => value,
        }
    }

    /// The constant that a value has on this path, else the value as it is: what is computed from
    /// it then is the same term on all paths that go on from one, and is shared where they are merged.
    pub fn settled_value(&self, pool: &mut TermPool, value: Value) -> Value {
        match self.resolve(pool, value) {
            Value::Term(_) => value,
            known => known,
        }
    }

    #[cold]
    fn resolve_term(&self, pool: &mut TermPool, term: Bv) -> Value {
        let term = self.condition.simplify(pool, term);
        if let Some(known) = self.values.get(term) {
            return terms::as_known(pool, *known);
        }
        if let Some(domain) = self.condition.domain_nearby(pool, term)
            && let Some(known) = domain.as_const()
        {
            return Value::from_u128(u128::from(known), pool.width(term));
        }
        terms::as_known(pool, term)
    }

    pub fn simplify<T: Handle>(&self, pool: &mut TermPool, term: T) -> T {
        self.condition.simplify(pool, term)
    }

    /// Whether a condition is known to hold or not, without asking a solver.
    pub fn decide(&self, pool: &mut TermPool, condition: Bool) -> Option<bool> {
        if let Some(known) = pool.as_const_bool(condition) {
            return Some(known);
        }
        if let Some(known) = self.settled.get(condition) {
            return Some(*known);
        }
        let negated = pool.not(condition);
        if let Some(known) = self.settled.get(negated) {
            return Some(!known);
        }
        if self.condition.is_empty() {
            return None;
        }
        let condition = self.condition.simplify(pool, condition);
        pool.as_const_bool(condition).or_else(|| self.condition.decide(pool, condition))
    }

    /// From here on a term is a constant, as a condition that is assumed, too, says in other words:
    /// not every term can be told from its equations.
    pub fn settle(&mut self, pool: &mut TermPool, term: Bv, value: Bv) {
        self.values.insert(term, value);
        let simple = self.condition.simplify(pool, term);
        self.values.insert(simple, value);
    }

    /// From here on the condition holds; the model shows that it can.
    pub fn assume(&mut self, pool: &mut TermPool, condition: Bool, model: Option<&Model>) {
        for symbol in pool.symbols(condition) {
            let symbol = pool.symbol_term(symbol);
            self.touched.insert(symbol, ());
        }
        self.follows(pool, condition, model);
    }

    /// Whether the program has examined a symbol: assumed something of it.
    pub fn has_touched(&self, pool: &mut TermPool, symbol: SymbolId) -> bool {
        let symbol = pool.symbol_term(symbol);
        self.touched.get(symbol).is_some()
    }

    /// As [`Path::assume`], for what is known of a symbol without the program looking at it.
    pub fn given(&mut self, pool: &mut TermPool, condition: Bool, model: Option<&Model>) {
        self.is_given(condition, Given::Fact);
        self.follows(pool, condition, model);
    }

    /// Notes that a condition is none that the program chose.
    pub fn is_given(&mut self, condition: Bool, how: Given) {
        self.given.insert(condition, how);
    }

    /// Takes a model for a witness of all conditions that had none and that it fits.
    pub fn show(&mut self, pool: &TermPool, model: &Model) {
        self.condition.witness_satisfied(pool, model);
    }

    /// Knows what another path knows that does not depend on what it assumed.
    pub fn remember(&mut self, other: &Path) {
        other.touched.iter().for_each(|(symbol, ())| self.touched.insert(symbol, ()));
        other.given.iter().for_each(|(condition, how)| self.given.insert(condition, *how));
    }

    /// How a condition came to hold, if the program did not choose it.
    pub fn how_given(&self, condition: Bool) -> Option<Given> {
        self.given.get(condition).copied()
    }

    /// As [`Path::given`], for what follows from all that was assumed.
    pub fn follows(&mut self, pool: &mut TermPool, condition: Bool, model: Option<&Model>) {
        self.settled.insert(condition, true);
        match model {
            Some(model) => self.condition.assume_possible(pool, condition, model),
            None => self.condition.assume(pool, condition),
        }
    }
}
