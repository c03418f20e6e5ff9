//! Atoms: what the value of a term depends on.
//!
//! An atom is a symbol, a byte of an array symbol at a known index, or a whole array symbol that is
//! used in some other way. Invariant: two terms without a common atom (a whole array has all of its
//! bytes) can take their values independently of each other.

use crate::pool::TermPool;
use crate::release::Mark;
use crate::term::{Node, SymbolId, Term};
use crate::traverse::is_subset;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// One thing that a term depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Atom {
    /// A truth value or a bit-vector.
    Symbol(SymbolId),
    Byte(SymbolId, u64),
    Array(SymbolId),
}

impl Atom {
    pub(crate) fn symbol(self) -> SymbolId {
        match self {
            Atom::Symbol(id) | Atom::Byte(id, _) | Atom::Array(id) => id,
        }
    }
}

/// Sets of more atoms than this are kept for the terms that were asked about, not for all parts of
/// them: a sum over a large buffer would take the square of its length.
const SMALL: usize = 32;

/// The atoms of terms that were asked for, and of their parts.
#[derive(Default)]
pub(crate) struct AtomSets {
    sets: FxHashMap<Term, Rc<[Term]>>,
}

impl AtomSets {
    pub(crate) fn release(&mut self, mark: Mark) {
        self.sets.retain(|&term, _| mark.has_term(term));
    }
}

impl TermPool {
    /// The atoms of a term, as terms in order.
    pub(crate) fn atoms(&mut self, term: impl Into<Term>) -> Rc<[Term]> {
        let root = term.into();
        if let Some(set) = self.atom_sets.sets.get(&root) {
            return set.clone();
        }
        let mut sets = std::mem::take(&mut self.atom_sets);
        let order = self.atoms_unless([root], |term| sets.sets.contains_key(&term));
        let mut large = FxHashSet::default();
        for &term in &order {
            match self.atoms_of_parts(term, &sets) {
                Some(union) => {
                    sets.sets.insert(term, union);
                }
                None => {
                    large.insert(term);
                }
            }
        }
        if large.contains(&root) {
            let mut all: Vec<Term> = Vec::new();
            for &term in order.iter().filter(|term| large.contains(term)) {
                let parts = self.atom_parts(term).filter_map(|part| sets.sets.get(&part));
                parts.for_each(|set| all.extend(set.iter()));
            }
            all.sort_unstable();
            all.dedup();
            sets.sets.insert(root, all.into());
        }
        self.atom_sets = sets;
        self.atom_sets.sets[&root].clone()
    }

    /// The atoms of a term, if they have been asked for before.
    pub(crate) fn known_atoms(&self, term: Term) -> Option<&[Term]> {
        self.atom_sets.sets.get(&term).map(|set| &**set)
    }

    /// What an atom is.
    pub(crate) fn atom(&self, term: Term) -> Atom {
        match self.node(term) {
            Node::BoolSymbol(id) | Node::BvSymbol(id) => Atom::Symbol(id),
            Node::ArraySymbol(id) => Atom::Array(id),
            Node::Read(array, index) => match (self.node(array), self.as_const_u64(index)) {
                (Node::ArraySymbol(id), Some(at)) => Atom::Byte(id, at),
                _ => unreachable!("a read that is no atom"),
            },
            other => unreachable!("{other:?} is no atom"),
        }
    }

    pub(crate) fn is_atom(&self, term: Term) -> bool {
        match self.node(term) {
            Node::BoolSymbol(_) | Node::BvSymbol(_) | Node::ArraySymbol(_) => true,
            Node::Read(array, index) => {
                matches!(self.node(array), Node::ArraySymbol(_)) && self.is_const(index)
            }
            _ => false,
        }
    }

    /// The array symbol that a byte is of, as a term.
    pub(crate) fn array_of_byte(&self, atom: Term) -> Option<Term> {
        match self.node(atom) {
            Node::Read(array, _) => Some(array.into()),
            _ => None,
        }
    }

    /// Terms below the roots, atoms included and not entered, that are not `done`.
    pub(crate) fn atoms_unless(
        &self,
        roots: impl IntoIterator<Item = Term>,
        done: impl Fn(Term) -> bool,
    ) -> Vec<Term> {
        self.reachable_by(roots, done, |term| self.atom_parts(term))
    }

    /// The children of a term; of an atom, none.
    fn atom_parts(&self, term: Term) -> impl Iterator<Item = Term> {
        let is_atom = self.is_atom(term);
        self.node(term).children().filter(move |_| !is_atom)
    }

    /// The union of the children's atoms, unless it is large.
    fn atoms_of_parts(&self, term: Term, sets: &AtomSets) -> Option<Rc<[Term]>> {
        if self.is_atom(term) {
            return Some(Rc::new([term]));
        }
        let mut union: Rc<[Term]> = Rc::new([]);
        for part in self.atom_parts(term) {
            // Only a large one is absent.
            let set = sets.sets.get(&part)?;
            if union.is_empty() || is_subset(&union, set) {
                union = set.clone();
            } else if !is_subset(set, &union) {
                let mut both = [&union[..], set].concat();
                both.sort_unstable();
                both.dedup();
                union = both.into();
            }
        }
        (union.len() <= SMALL).then_some(union)
    }
}
