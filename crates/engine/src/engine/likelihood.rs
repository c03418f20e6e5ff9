//! What a finding rests on, as a path says it.

use crate::engine::Engine;
use crate::fault::Fault;
use crate::judge::Event;
use crate::judge::likelihood::{Premises, place};
use crate::value::provenance::Provenance;
use margay_smt::{Bool, Bv, Share, Substitution, SymbolId, share};
use std::collections::{BTreeMap, BTreeSet};

impl Engine<'_> {
    /// The share of inputs that lead to an event; `None` if that is too hard to tell, or says
    /// nothing: who attacks a program chooses the input.
    pub fn likelihood(&mut self, event: &Event) -> Option<Share> {
        if matches!(&event.fault, Fault::Flow(crossing) if crossing.example.is_some()) {
            return None;
        }
        let Premises { given, placed, chosen } = event.evidence.premises.clone();
        let pointers = self.pointers(&[&given, &placed, &chosen]);
        let mut places: BTreeMap<SymbolId, Bv> = BTreeMap::new();
        let mut given = given;
        for condition in placed {
            match place(&self.pool, condition) {
                Some((pointer, address)) if pointers.contains(&pointer) => {
                    places.insert(pointer, address);
                }
                _ => given.push(condition),
            }
        }
        let mut either = Substitution::new();
        for pointer in pointers {
            let term = self.pool.symbol_term(pointer);
            let term = self.pool.as_bv(term).expect("a pointer has bits");
            let name = format!("{} is null", self.pool.symbol(pointer).name);
            let from = Provenance::of(&self.pool, pointer);
            let (null, one) = (from.symbol(&mut self.pool, &name, 1), self.pool.bv_u64(1, 1));
            let is_null = self.pool.eq(null, one);
            let width = self.pool.width(term);
            let (zero, high) =
                (self.pool.bv_u64(width, 0), self.pool.bv_u64(width, 1 << (width - 2)));
            // An address that the input does not choose has one bit that keeps it from being null.
            let address = match places.get(&pointer) {
                Some(address) => *address,
                None => self.pool.bv_or(term, high),
            };
            let value = self.pool.ite(is_null, zero, address);
            either.insert(&self.pool, pointer, value);
        }
        let [given, chosen] = [given, chosen].map(|conditions| {
            if either.is_empty() {
                return conditions;
            }
            let conditions = conditions.into_iter();
            conditions.map(|condition| self.pool.substitute_bool(condition, &either)).collect()
        });
        share(&mut self.pool, &given, &chosen)
    }

    /// The symbols of conditions that are pointers of unknown origin.
    fn pointers(&mut self, conditions: &[&[Bool]]) -> BTreeSet<SymbolId> {
        let mut pointers = BTreeSet::new();
        for condition in conditions.iter().copied().flatten() {
            for symbol in self.pool.symbols(*condition) {
                let term = self.pool.symbol_term(symbol);
                if self.pool.as_bv(term).is_some_and(|term| self.unknowns.pointee(term).is_some()) {
                    pointers.insert(symbol);
                }
            }
        }
        pointers
    }
}
