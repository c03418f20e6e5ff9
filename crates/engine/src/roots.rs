//! What a fault depends on: the inputs in the condition under which it happens, and the instruction that it happens at.
//!
//! Two faults with the same roots may have the same cause. Invariant: inputs are named by where and as what they were asked
//! for, never by the numbers of symbols, which another path gives to other inputs.

use crate::state::State;
use margay_ir::{InstId, SpanId};
use margay_smt::{Bool, SymbolId, TermPool};
use std::collections::BTreeMap;

/// Symbols of a condition that are looked at: more are of a whole text.
const MOST: usize = 8;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Roots {
    /// Where each input was asked for, and which one of those it is.
    pub inputs: Vec<(SpanId, String)>,
    pub inst: Option<InstId>,
}

impl Roots {
    /// Of a fault where a state stands, which happens if a condition holds. There are no inputs if something else decides
    /// as well.
    pub(crate) fn of(pool: &TermPool, state: &State, condition: Bool) -> Roots {
        let inst = state.instruction().map(|(_, inst)| inst);
        let symbols = pool.symbols(condition);
        let inputs = if symbols.len() > MOST { None } else { named(pool, state, &symbols) };
        Roots { inputs: inputs.unwrap_or_default(), inst }
    }
}

fn named(pool: &TermPool, state: &State, symbols: &[SymbolId]) -> Option<Vec<(SpanId, String)>> {
    let mut asked: BTreeMap<SpanId, usize> = BTreeMap::new();
    let mut found = BTreeMap::new();
    for input in state.inputs.iter() {
        let nth = asked.entry(input.site).or_default();
        for (at, part) in input.parts.iter().enumerate() {
            for symbol in pool.symbols(*part).iter().filter(|symbol| symbols.contains(symbol)) {
                let name = format!("{:?} {nth}.{at}", input.source);
                found.entry(*symbol).or_insert((input.site, name));
            }
        }
        *nth += 1;
    }
    // A number that stands for text is a symbol of its own.
    for bound in state.bounds.iter().filter(|bound| symbols.contains(&bound.number)) {
        let first = bound.text.first()?;
        let mut inputs = state.inputs.iter();
        let of = inputs
            .find(|input| input.parts.iter().any(|part| pool.symbols(*part).contains(first)))?;
        let name = format!("{:?} as a number", of.source);
        found.entry(bound.number).or_insert((of.site, name));
    }
    let named: Option<Vec<_>> = symbols.iter().map(|symbol| found.get(symbol).cloned()).collect();
    named.map(|mut named| {
        named.sort();
        named.dedup();
        named
    })
}
